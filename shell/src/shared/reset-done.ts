/** What a password reset hands over to the login, in the history's state. */
export interface ResetDone {
  /** The number, so that it need not be typed again. */
  phone: string;
  /** The login says that the new password is in force. */
  reset: true;
}
