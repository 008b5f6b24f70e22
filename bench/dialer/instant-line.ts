import { randomBytes } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { twilioSignature } from "../../src/carriers/twilio/twilio-signature.ts"

// A carrier in a process of its own, whose people answer and hang up at once. GET / returns the
// placed attempts and their times since the last such request.
const [, , authToken = ""] = process.argv
const path = `/2010-04-01/Accounts/AC${randomBytes(16).toString("hex")}`
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
let asked: Array<readonly [attemptId: string, at: number]> = []

const server = http.createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  let body = ""
  request.on("data", (chunk) => {
    body += chunk
  })
  request.on("end", () => {
    if (request.url === "/") {
      response.end(JSON.stringify(asked))
      asked = []
      return
    }
    if (request.method === "GET") return void response.writeHead(404).end("{}")
    const form = new URLSearchParams(body)
    const callback = form.get("StatusCallback")
    // The dialer hangs up: the call is over already.
    if (callback === null) return void response.writeHead(404).end("{}")
    asked.push([form.get("AttemptId") ?? "", performance.timeOrigin + performance.now()])
    const sid = `CA${randomBytes(16).toString("hex")}`
    response.writeHead(201, { "content-type": "application/json" })
    response.end(JSON.stringify({ sid, status: "queued" }))
    callBack(callback, sid)
  })
})

const callBack = (url: string, sid: string) => {
  const form = [
    ["CallSid", sid],
    ["CallStatus", "completed"],
    ["CallDuration", "12"],
    ["AnsweredBy", "human"],
    ["Timestamp", new Date().toUTCString().replace("GMT", "+0000")]
  ] as const
  const request = http.request(url, {
    agent,
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": twilioSignature(authToken, url, form)
    }
  })
  request.on("response", (response) => {
    if (response.statusCode !== 204) console.error(`A callback was answered ${response.statusCode}`)
    response.resume()
  })
  request.on("error", () => undefined)
  request.end(new URLSearchParams(Object.fromEntries(form)).toString())
}

server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
})
