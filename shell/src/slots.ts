import '@krapao/kit/federation';

declare module '@krapao/kit/federation' {
  interface Slots {
    /** The chat's panel over the present screen. `onClose`: it has left, and is taken away. */
    'chat.widget': { onClose: () => void };
  }
}
