/** The body and the headers of a form, whose field `file` is a CSV file. */
export const formOf = (fields: Readonly<Record<string, string>>) => {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = name === "file" ? `; filename="list.csv"\r\nContent-Type: text/csv` : ""
    return `--boundary\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  const headers = { "content-type": "multipart/form-data; boundary=boundary" }
  return [`${parts.join("")}--boundary--\r\n`, headers] as const
}
