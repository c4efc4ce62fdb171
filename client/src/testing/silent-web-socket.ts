/** A WebSocket that never opens. */
export class SilentWebSocket {
  close() {}
}
