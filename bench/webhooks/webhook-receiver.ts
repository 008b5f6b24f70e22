import { createServer } from "node:http"

// A receiver of webhooks. GET / returns the contact and arrival time of each webhook since the last
// such request. Requests to /dead get no answer.
let came: Array<readonly [identifier: string, at: number]> = []

createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify(came))
    came = []
    return
  }
  const parts: Array<Buffer> = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    if (request.url === "/dead") return
    const [, identifier = ""] = /"contact_identifier":"([^"]*)"/.exec(Buffer.concat(parts).toString("latin1")) ?? []
    came.push([identifier, Date.now()])
    response.writeHead(204).end()
  })
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("listening"))
