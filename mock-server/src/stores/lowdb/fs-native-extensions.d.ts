declare module 'fs-native-extensions' {
  /** Requests an exclusive lock of an open file; false when another file descriptor holds it. */
  export function tryLock(fd: number): boolean
}
