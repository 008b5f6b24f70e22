/**
 * Reads the data of server-sent events from the pieces of a text, and null for its end. Some servers leave out the empty
 * line after the last event.
 */
export const makeEventReader = () => {
  let rest = ""
  let lines: Array<string> = []

  const take = (line: string, complete: Array<string>) => {
    if (line === "") {
      if (lines.length > 0) complete.push(lines.join("\n"))
      lines = []
    } else {
      const [name] = dataField.exec(line) ?? []
      if (name !== undefined) lines.push(line.slice(name.length))
    }
  }

  return (text: string | null): ReadonlyArray<string> => {
    const complete: Array<string> = []
    const [last = "", ...others] = `${rest}${text ?? "\n\n"}`.split("\n").reverse()
    rest = last
    if (rest.length > longestLine) throw Object.assign(new Error("A line is too long"), { code: "LINE_TOO_LONG" })
    for (const line of others.reverse()) take(line.endsWith("\r") ? line.slice(0, -1) : line, complete)
    return complete
  }
}

// The first line of a stream may begin with a byte-order mark.
const dataField = /^\uFEFF?data: ?/

/** Maximum length of a line, characters. */
const longestLine = 4_000_000
