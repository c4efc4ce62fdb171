/** pencil: writing. page: turning a page. chime: success. */
export type Sound = 'pencil' | 'page' | 'chime'

/* The sounds are generated from noise and sine waves, so that no file is loaded. */

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/**
 * Plays a sound.
 * @throws if the browser has no audio
 */
export async function synthesise(sound: Sound): Promise<void> {
  context ??= new AudioContext()
  // Browsers suspend audio until the player presses something.
  if (context.state === 'suspended') await context.resume()
  SOUNDS[sound](context, context.currentTime)
}

const SOUNDS: Record<Sound, (audio: AudioContext, now: number) => void> = {
  /** Four short strokes of a pencil on paper. */
  pencil(audio, now) {
    for (const [at, hertz] of [
      [0, 2600],
      [0.13, 3100],
      [0.24, 2400],
      [0.38, 2900],
    ] as const) {
      const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: hertz, Q: 1.4 })
      rustle(audio, now + at, 0.1, 0.09, filter)
    }
  },

  /** A rustle whose pitch rises and falls. */
  page(audio, now) {
    const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 500, Q: 0.8 })
    filter.frequency.setValueAtTime(500, now)
    filter.frequency.exponentialRampToValueAtTime(3200, now + 0.18)
    filter.frequency.exponentialRampToValueAtTime(700, now + 0.38)
    rustle(audio, now, 0.4, 0.16, filter)
  },

  /** A major third on a small bell. */
  chime(audio, now) {
    for (const [at, hertz] of [
      [0, 1046.5],
      [0.12, 1318.5],
      [0.24, 1568],
    ] as const) {
      bell(audio, now + at, hertz)
    }
  },
}

/** Filtered noise that swells and fades. Times in seconds. */
function rustle(
  audio: AudioContext,
  start: number,
  seconds: number,
  volume: number,
  filter: AudioNode,
): void {
  noise ??= whiteNoise(audio)
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + seconds * 0.3)
  gain.gain.linearRampToValueAtTime(0, start + seconds)
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start(start, Math.random())
  source.stop(start + seconds)
}

function bell(audio: AudioContext, start: number, hertz: number): void {
  for (const [partial, volume, seconds] of [
    [1, 0.12, 0.9],
    [2.76, 0.03, 0.4],
  ] as const) {
    const tone = new OscillatorNode(audio, { type: 'sine', frequency: hertz * partial })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(volume, start)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
    tone.connect(gain).connect(audio.destination)
    tone.start(start)
    tone.stop(start + seconds)
  }
}

/** One second of noise. */
function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate })
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1
  return buffer
}
