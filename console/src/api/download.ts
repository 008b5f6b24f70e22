import { send } from "./request.ts"

/** Has the browser store the answer of a path as a file. With a body, the request is a POST. */
export const download = async (url: string, name: string, body?: object): Promise<void> => {
  const answer = await (body === undefined
    ? send("GET", url)
    : send("POST", url, { body: JSON.stringify(body), headers: { "content-type": "application/json" } }))
  const blob = await answer.blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = address
  link.download = name.replace(/[^\p{L}\p{N} ._-]+/gu, "_")
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
