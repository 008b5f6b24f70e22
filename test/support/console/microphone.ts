import { samples, silence } from "../../../src/audio/mulaw.ts"

/** The flags of a browser whose microphone plays a WAV file from the moment that it is opened, again and again. */
export const microphoneFlags = (file: string): ReadonlyArray<string> => [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${file}`
]

/** Samples a second of the file, which is that of a sound card, and those for each sample of a phone line. */
const rate = 48_000
const finer = 6

/**
 * Returns a WAV file for a microphone, of the sound of a phone line. Our tones are understood only if the samples of the
 * listener lie where those of the speaker did, but a sound card begins anywhere between them: the file has the sound
 * twice, the second time by half a sample later, so that one of the two is understood.
 */
export const microphoneFile = (audio: Uint8Array): Uint8Array => {
  const sound = Buffer.concat([pcmOf(audio, 0), pcmOf(audio, finer / 2)])
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(2 * rate, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write("data", 36)
  header.writeUInt32LE(sound.length, 40)
  return Buffer.concat([header, sound])
}

/** Samples of 16 bits at the rate of the file. Between the samples of the line is what a low-pass filter makes of them. */
const pcmOf = (audio: Uint8Array, later: number): Buffer => {
  const sound = Buffer.alloc(audio.length * finer * 2)
  for (let index = 0; index < audio.length * finer; index++) {
    const at = (index - later) / finer
    const first = Math.floor(at) - side + 1
    let sum = 0
    for (let one = first; one < first + 2 * side; one++) {
      const byte = audio[one] ?? silence
      if (byte !== silence) sum += (samples[byte] ?? 0) * weightAt(at - one)
    }
    sound.writeInt16LE(Math.round(sum), index * 2)
  }
  return sound
}

/** Length of the filter to each side, in samples of the line. */
const side = 16

const weightAt = (from: number) =>
  from === 0 ? 1 : ((0.5 + 0.5 * Math.cos((Math.PI * from) / side)) * Math.sin(Math.PI * from)) / (Math.PI * from)
