declare module 'fs-native-extensions' {
  const locks: {
    /** Requests a lock of an open file, exclusive by default; false when another file descriptor holds one. */
    tryLock(fd: number, options?: { shared?: boolean }): boolean
  }
  export default locks
}
