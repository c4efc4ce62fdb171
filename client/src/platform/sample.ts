import { create } from 'zustand'

/** Whether the story of the sample chain covers the page. */
export const useSample = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

/** Plays the story of the sample chain over the page. */
export const openSample = (): void => useSample.setState({ isOpen: true })
export const closeSample = (): void => useSample.setState({ isOpen: false })
