/** Only the server's user may read a data folder. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600
