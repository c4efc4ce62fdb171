import { create } from 'zustand'

/**
 * Where a screen that is full has room for a banner: over nothing that the player needs. Null on other screens, where
 * banners are at the top edge.
 */
export const useBannerSlot = create<{ slot: HTMLElement | null }>(() => ({ slot: null }))

/** The ref of the element that takes the banner. */
export const bannerSlot = (slot: HTMLElement | null): void => useBannerSlot.setState({ slot })
