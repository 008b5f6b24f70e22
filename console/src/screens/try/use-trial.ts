import { useEffect, useReducer, useRef, useState } from "react"
import type { TrialInput, TrialOutput } from "../../../../src/domain/views/FlowTrial.ts"
import { ApiFailure, request } from "../../api/request.ts"
import { levelOf } from "../../ui/audio/line-parts.ts"
import { type Microphone, openMicrophone } from "../../ui/audio/microphone/open-microphone.ts"
import { decodeMuLaw } from "../../ui/audio/mu-law.ts"
import { type AgentSound, browserVoice, openVoice } from "./agent-sound.ts"
import { after, newTrial } from "./trial-state.ts"

/** Whom the agent believes to speak to. */
export interface Person {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

export interface Beginning {
  readonly flowId: string
  readonly language: string
  readonly person: Person
  /** Tries the saved draft. */
  readonly ofDraft: boolean
  /** Without the microphone the person types. */
  readonly byMicrophone: boolean
  readonly speaks: boolean
}

const silence = new Uint8Array(160).fill(0xff)

/** A trial of a flow while the component is shown. */
export const useTrial = () => {
  const [state, dispatch] = useReducer(
    (former: typeof newTrial, event: Parameters<typeof after>[1] | "new") =>
      event === "new" ? newTrial : after(former, event),
    newTrial
  )
  const [stage, setStage] = useState<"set up" | "connecting" | "open">("set up")
  const [problem, setProblem] = useState<string>()
  const [startedAt, setStartedAt] = useState(0)
  const [isMuted, setMuted] = useState(false)
  const [isMicrophoneLost, setMicrophoneLost] = useState(false)
  const muted = useRef(false)
  const mute = (next: boolean) => {
    muted.current = next
    setMuted(next)
  }
  const level = useRef(0)
  const current = useRef<{ readonly send: (input: TrialInput) => void; readonly leave: () => void }>(undefined)
  useEffect(() => () => current.current?.leave(), [])

  const begin = async ({ byMicrophone, flowId, language, ofDraft, person, speaks }: Beginning) => {
    current.current?.leave()
    setStage("connecting")
    setProblem(undefined)
    mute(false)
    setMicrophoneLost(false)
    dispatch("new")
    // Opened at once, while the browser still counts the click.
    const sound = speaks ? openVoice() : browserVoice(language)
    let microphone: Microphone | undefined
    let socket: WebSocket | undefined
    let isLeft = false
    const leave = () => {
      isLeft = true
      microphone?.close()
      socket?.close()
      sound.close()
    }
    const send = (input: TrialInput | { readonly type: "audio"; readonly audio: string }) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(input))
    }
    current.current = { send, leave }
    try {
      if (byMicrophone) {
        const hearPerson = (frame: Uint8Array<ArrayBuffer>) => {
          const audio = muted.current ? silence : frame
          level.current = levelOf(decodeMuLaw(audio))
          send({ type: "audio", audio: btoa(String.fromCharCode(...audio)) })
        }
        microphone = await openMicrophone(hearPerson, () => setMicrophoneLost(!isLeft))
        if (isLeft) return leave()
      }
      const path = "/admin/v1/organizations/:id/flows/:flowId/trials"
      const { url } = await request("POST", path, { params: { flowId } })
      if (isLeft) return leave()
      socket = await opened(url, (output) => {
        if (isLeft) return
        hear(output, sound, send)
        dispatch(output)
      })
      if (isLeft) return leave()
      socket.onclose = ({ code }) => {
        // Another trial may have begun.
        if (isLeft) return
        microphone?.close()
        sound.end()
        dispatch({ type: "closed", code })
      }
      send({ type: "start", isTyped: !byMicrophone, ofDraft, ...person })
      setStartedAt(Date.now())
      setStage("open")
    } catch (error) {
      leave()
      if (current.current?.leave !== leave) return
      setStage("set up")
      setProblem(error instanceof ApiFailure || error instanceof Error ? error.message : "The trial could not begin")
    }
  }

  return {
    state,
    stage,
    problem,
    startedAt,
    isMuted,
    mute,
    /** The microphone was unplugged during the trial, or the browser has taken it away. */
    isMicrophoneLost,
    /** How loud the microphone is, from 0 to 100. */
    level,
    begin,
    send: (input: TrialInput) => current.current?.send(input),
    /** Goes back to before the trial. */
    leave: () => {
      current.current?.leave()
      setStage("set up")
    }
  }
}

const hear = (output: TrialOutput, sound: AgentSound, send: (input: TrialInput) => void) => {
  switch (output.type) {
    case "audio":
      return sound.play(Uint8Array.from(atob(output.audio), (letter) => letter.charCodeAt(0)))
    case "mark":
      return sound.mark(() => send({ type: "mark", name: output.name }))
    case "clear":
      return sound.clear()
    case "sentence":
      return sound.sentence(output.text)
  }
}

const opened = (path: string, onMessage: (output: TrialOutput) => void) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")))
    socket.onmessage = ({ data }) => onMessage(JSON.parse(String(data)) as TrialOutput)
    socket.onopen = () => resolve(socket)
    socket.onerror = () =>
      reject(new Error("The line could not be opened. A proxy before the service must let websockets through"))
  })
