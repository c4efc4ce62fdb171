/** A count with its noun: "1 step", "2 steps". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
