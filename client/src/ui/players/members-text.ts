export const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`)
