declare module 'fs-native-extensions' {
  /** Requests a lock of an open file, exclusive by default; false when another file descriptor holds one. */
  export function tryLock(fd: number, options?: { shared?: boolean }): boolean
}
