import { useEffect, useRef } from 'react';

/** What the WebOTP interface adds to the platform's types. */
interface OtpCredential extends Credential {
  code: string;
}

/** Fills the code in from the SMS where the browser can read it (Android), once the member allows it. */
export function useWebOtp(onCode: (code: string) => void): void {
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  }, [onCode]);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const stop = new AbortController();
    const options = { otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions;
    navigator.credentials.get(options).then(
      (credential) => {
        if (credential !== null) handler.current((credential as OtpCredential).code);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, []);
}
