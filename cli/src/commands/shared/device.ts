import { CliError, EXIT } from '../../cli-error.ts'

/** The options that name a player by device. */
export interface DeviceOptions {
  readonly device?: string
  readonly deviceFile?: string
}

/**
 * The device id of the options or of `INKLING_DEVICE`; undefined if there is none.
 * @throws {CliError} for a file that cannot be read.
 */
export async function deviceOf({ device, deviceFile }: DeviceOptions): Promise<string | undefined> {
  if (device !== undefined) return device
  if (deviceFile === undefined) return process.env.INKLING_DEVICE || undefined
  const { secretIn } = await import('../../settings/secret-file.ts')
  return secretIn(deviceFile)
}

/**
 * @param instead what may be given instead, for the error.
 * @throws {CliError} if there is no device id.
 */
export async function requiredDevice(options: DeviceOptions, instead = ''): Promise<string> {
  const device = await deviceOf(options)
  if (device !== undefined) return device
  throw new CliError(EXIT.usage, `name the player with --device, --device-file or INKLING_DEVICE${instead}.`)
}
