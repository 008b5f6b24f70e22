import { ApiFailure, send, urlOf } from "./request.ts"
import { checkSession } from "./session.ts"

/** Opens the audio of a live call. It ends with the call, and when the person may listen no longer. */
export const openCallAudio = async (callId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const url = urlOf("/admin/v1/organizations/:id/calls/:callId/audio", { params: { callId } })
  try {
    const { body } = await send("GET", url, { signal })
    return body ?? new ReadableStream()
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) checkSession()
    throw error
  }
}
