import workletUrl from "./worklet.ts?worker&url"

export interface Microphone {
  readonly close: () => void
}

/**
 * Opens the microphone: 20 ms of μ-law at 8 kHz at a time. Fails with a message for the person. A microphone that is lost,
 * such as one that was unplugged, gives silence from then on.
 */
export const openMicrophone = async (
  onFrame: (audio: Uint8Array<ArrayBuffer>) => void,
  onLost: () => void
): Promise<Microphone> => {
  const stream = await personAudio()
  for (const track of stream.getAudioTracks()) track.onended = onLost
  const context = new AudioContext()
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close().catch(() => undefined)
  }
  try {
    await context.audioWorklet.addModule(workletUrl)
    const worklet = new AudioWorkletNode(context, "line-microphone", { numberOfOutputs: 0 })
    worklet.port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => onFrame(data)
    context.createMediaStreamSource(stream).connect(worklet)
    await context.resume()
    return { close }
  } catch (error) {
    close()
    throw error
  }
}

// Without echo cancellation the agent would hear itself through the loudspeaker.
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }

const personAudio = async (): Promise<MediaStream> => {
  // Browsers have `mediaDevices` only on pages that come over TLS or from the machine itself.
  if (navigator.mediaDevices === undefined)
    throw new Error("Browsers let a page use the microphone only over https: open the console at its https address")
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: sound })
  } catch (error) {
    throw new Error(problems[error instanceof DOMException ? error.name : ""] ?? "No microphone was found")
  }
}

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: "The browser does not let this page use the microphone: allow it in the address bar",
  NotReadableError: "The microphone cannot be opened: another program may be using it"
}
