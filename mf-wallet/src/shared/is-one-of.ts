/** Whether a code that the server sent is one for which there are texts; a newer server may send others. */
export function isOneOf<Known extends string>(known: readonly Known[], code: string): code is Known {
  return (known as readonly string[]).includes(code);
}
