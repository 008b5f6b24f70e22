import { send } from "./request.ts"

/** Has the browser store the answer of a path as a file. */
export const download = async (url: string, name: string): Promise<void> => {
  const blob = await (await send("GET", url)).blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = address
  link.download = name.replace(/[^\p{L}\p{N} ._-]+/gu, "_")
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
