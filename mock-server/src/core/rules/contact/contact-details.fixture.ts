/** Contact details in disguise, to measure how many of them are found. */
const HANDLES = ['jenny12', 'jen2010', 'kai_99']
const PLATFORMS = 'snap snapchat insta ig tiktok tt discord dc kik telegram tg whatsapp facebook'.split(' ')

const DISGUISES: readonly ((platform: string, handle: string) => string)[] = [
  (platform, handle) => `${platform} ${handle}`,
  (platform, handle) => `${platform}_${handle}`,
  (platform, handle) => `${platform}-${handle}`,
  (platform, handle) => `${platform}.${handle}`,
  (platform, handle) => `${handle}_${platform}`,
  (platform, handle) => `${handle} on ${platform}`,
  (platform, handle) => `my ${platform} is ${handle}`,
  (platform, handle) => `${platform}: ${handle}`,
  (platform, handle) => `${platform.toUpperCase()} ${handle}`,
  (platform, handle) => `${[...platform].join(' ')} ${handle}`,
  (platform, handle) =>
    `${platform[0]?.toUpperCase()}${platform.slice(1)}${handle[0]?.toUpperCase()}${handle.slice(1)}`,
  (platform, handle) => `${platform.replace(/i/, '1').replace(/a/, '4').replace(/o/, '0')} ${handle}`,
]

const ADDRESSES = 'gmail.com hotmail.com evil.com evil.org'.split(' ')
const ADDRESS_DISGUISES: readonly ((address: string) => string)[] = [
  (address) => `jenny@${address}`,
  (address) => `jenny at ${address.replace('.', ' dot ')}`,
  (address) => `jenny_at_${address.replace('.', '_dot_')}`,
  (address) => `www-${address.replace('.', '-')}`,
  (address) => address.replace('.', ' (dot) '),
]

const NUMBERS = ['5550134', '0151-2345678', '555 01 34', '01_51_234', 'five five five 0134']
const NUMBER_DISGUISES: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `call_${number}`,
  (number) => `tel-${number}`,
  (number) => `${number} text me`,
  (number) => `text ${number.slice(0, 4)} and then ${number.slice(4)}`,
]

const all = <T>(values: readonly T[], disguises: readonly ((value: T) => string)[]): string[] =>
  values.flatMap((value) => disguises.map((disguise) => disguise(value)))

/** Every contact in every disguise: over 500 texts. */
export const disguisedContacts = (): string[] => [
  ...PLATFORMS.flatMap((platform) =>
    HANDLES.flatMap((handle) => DISGUISES.map((disguise) => disguise(platform, handle))),
  ),
  ...all(ADDRESSES, ADDRESS_DISGUISES),
  ...all(NUMBERS, NUMBER_DISGUISES),
]
