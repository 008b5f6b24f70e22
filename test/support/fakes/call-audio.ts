import { adminToken, type TestServer } from "../api/test-server.ts"

export interface AudioPart {
  readonly atMillis: number
  readonly person: Buffer
  readonly agent: Buffer
}

/** Reads one part of the audio of a call, as a client does. */
export const readPart = (bytes: Uint8Array): AudioPart => {
  const part = Buffer.from(bytes)
  const samples = part.readUInt16BE(4)
  return {
    atMillis: part.readUInt32BE(0),
    person: part.subarray(6, 6 + samples),
    agent: part.subarray(6 + samples, 6 + 2 * samples)
  }
}

/** Opens the audio of a call. */
export const openListener = async (
  { port }: Pick<TestServer, "port">,
  organizationId: number,
  callId: string,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${adminToken}` }
) => {
  const leaving = new AbortController()
  const response = await fetch(
    `http://127.0.0.1:${port}/admin/v1/organizations/${organizationId}/calls/${callId}/audio`,
    {
      headers,
      signal: leaving.signal
    }
  )
  const reader = (response.body as NonNullable<typeof response.body>).getReader()
  const parts: Array<AudioPart> = []
  let rest = Buffer.alloc(0)

  /** Reads the next piece; false at the end. */
  const read = async () => {
    const { done, value } = await reader.read()
    rest = Buffer.concat([rest, value ?? Buffer.alloc(0)])
    while (rest.length >= 6 && rest.length >= 6 + 2 * rest.readUInt16BE(4)) {
      const size = 6 + 2 * rest.readUInt16BE(4)
      if (size > 6) parts.push(readPart(rest.subarray(0, size)))
      rest = rest.subarray(size)
    }
    return !done
  }

  return {
    response,
    parts,
    /** Reads until the parts satisfy a condition. */
    until: async (condition: (parts: ReadonlyArray<AudioPart>) => boolean) => {
      while (!condition(parts)) if (!(await read())) throw new Error("The audio has ended")
    },
    untilEnd: async () => {
      while (await read());
    },
    leave: () => leaving.abort()
  }
}
