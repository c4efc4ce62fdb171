import { create } from 'zustand'

/** The group that the player has just joined on this page, until they have seen it; null without one. */
export const useJustJoined = create<{ groupId: string | null }>(() => ({ groupId: null }))
