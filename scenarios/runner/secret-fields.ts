const SECRETS: ReadonlyMap<string, string> = new Map([
  ['deviceid', '$DEVICE_ID'],
  ['device', '$DEVICE_ID'],
  ['token', '$TOKEN'],
  ['adminkey', '$INKLING_ADMIN_KEY'],
  ['password', '$PASSWORD'],
])

/** Matches all variables of {@link secretVariable} in a text. */
export const SECRET_VARIABLES = new RegExp(
  [...new Set(SECRETS.values())].map((variable) => `\\${variable}\\b`).join('|'),
  'g',
)

/** The variable to show for a field whose value lets anyone act as a player or an admin; undefined for other fields. */
export const secretVariable = (field: string): string | undefined => SECRETS.get(field.toLowerCase())
