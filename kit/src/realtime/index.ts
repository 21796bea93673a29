export type { AccountChangeKind, ClientFrame, ServerFrame } from '../api/gen/frames';
export { type Connection, getConnection, subscribeConnection, subscribeFrames, useConnection } from './connection';
export { openRoom, sendFrame } from './open-room';
export { usePollInterval } from './poll-interval';
export type { RoomInput } from './room';
