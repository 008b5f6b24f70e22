import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { makeListener } from "../../../src/audio/modem.ts"
import { adminToken, type TestServer } from "../api/test-server.ts"

/** Requests a recording, as a browser or a program does. */
export const requestRecording = async (
  { port }: Pick<TestServer, "port">,
  organizationId: number,
  callId: string,
  headers: Readonly<Record<string, string>> = {},
  attemptNo = 1
) => {
  const path = `/admin/v1/organizations/${organizationId}/calls/${callId}/recordings/${attemptNo}`
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, ...headers }
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Returns the two sides of a WAV file, after checking its head. */
export const sidesOf = (wav: Buffer) => {
  const [riff, wave] = [wav.toString("latin1", 0, 4), wav.toString("latin1", 8, 16)]
  const channels = wav.readUInt16LE(22)
  const isWhole = wav.readUInt32LE(4) === wav.length - 8 && wav.readUInt32LE(54) === wav.length - 58
  if (riff !== "RIFF" || wave !== "WAVEfmt " || wav.readUInt16LE(20) !== 7 || channels !== 2 || !isWhole) {
    throw new Error(`Not a whole stereo μ-law WAV file: ${wav.toString("latin1", 0, 58)}`)
  }
  const side = (from: number) =>
    Uint8Array.from({ length: (wav.length - 58) / 2 }, (_, at) => wav[58 + 2 * at + from] ?? 0)
  return { person: side(0), agent: side(1) }
}

/** Returns the letters of the simulated line that a side of a recording holds, without spaces. */
export const lettersIn = (side: Uint8Array): string => makeListener().hear(side).replaceAll(/\s/g, "")

/** Returns the files of recordings in a data folder. */
export const recordingFiles = async (dataDir: string | undefined) => {
  const folder = join(dataDir ?? "", "blobs")
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith("recording-"))
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })))
}
