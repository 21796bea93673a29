/**
 * What applications use of the federation: declaring a remote, and named places. Hosts also use
 * `@krapao/kit/federation/host`.
 */
export { RemoteBoundary, type RemoteBoundaryProps } from './boundary';
export { type SlotFill, type SlotHost, SlotHostContext } from './filling';
export {
  defineRemote,
  type Remote,
  type RemoteInput,
  type RemoteLocale,
  type RemoteMessages,
  type RemoteRoute,
  type RemoteSlot,
  type RemoteTile,
  type ScreenModule,
} from './remote';
export { Slot, type SlotProps } from './slot';
export type * from './slots';
export { type DialogCode, type Near, nearTo, useDialogCode } from './use-dialog-code';
