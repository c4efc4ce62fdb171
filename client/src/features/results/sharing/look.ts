/** The tokens used in the pictures. */
const COLOURS = [
  'paper',
  'card',
  'dots',
  'shade',
  'ink',
  'ink-soft',
  'outline',
  'ink-on-colour',
  'wash-yellow',
  'wash-pink',
  'wash-blue',
  'wash-grey',
  'yellow',
  'pink',
  'blue',
  'green',
  'orange',
  'purple',
] as const

export type Colours = Readonly<Record<(typeof COLOURS)[number], string>>

export const FONT = {
  display: (px: number) => `600 ${px}px "Fredoka Variable", "Fredoka", "Trebuchet MS", sans-serif`,
  text: (px: number) => `400 ${px}px "Nunito", sans-serif`,
  hand: (px: number) => `400 ${px}px "Patrick Hand", "Comic Sans MS", cursive`,
}

/** The light theme's colours, because shared pictures are viewed on other devices. */
export async function loadColours(): Promise<Colours> {
  await Promise.all(Object.values(FONT).map((font) => document.fonts.load(font(20))))
  const probe = document.createElement('span')
  probe.dataset.byDay = ''
  document.body.append(probe)
  try {
    const entries = COLOURS.map((name) => {
      probe.style.color = `var(--${name})`
      return [name, getComputedStyle(probe).color]
    })
    return Object.fromEntries(entries) as Colours
  } finally {
    probe.remove()
  }
}
