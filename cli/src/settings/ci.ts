/** Whether a build runs this: services set `CI` to different values, and `false` turns it off. */
export const isCi = ({ CI }: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false'
