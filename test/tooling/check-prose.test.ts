import { describe, expect, it } from "@effect/vitest"
import { findings } from "../../scripts/check-prose.ts"

const wordsIn = (source: string, path = "a.ts") => findings(path, source).map(({ words }) => words)

describe("the prose check", () => {
  it.each([
    ["What a caller may do.", "Permissions of a caller.", "What"],
    ["Who is called twice.", "People who are called twice.", "Who"],
    ["Whoever is last waits.", "The last node waits.", "Whoever"],
    ["Of a reply.", "Events of a reply.", "Of"],
    ["So it ends.", "The stream ends here.", "So"],
    ["That it ended.", "The stream ended.", "That"],
    ["One row a call.", "Each call has one row.", "One"],
    ["It waits.", "The relay waits.", "It"],
    ["Gives the rows.", "Returns the rows.", "Gives"],
    ["The client is told.", "The client is notified.", "told"],
    ["The event tells it.", "The event reports it.", "tells"],
    ["A function that gives how long to wait.", "A function that returns the wait.", "gives how"],
    ["Runs when somebody calls.", "Runs when a person calls.", "somebody"],
    ["Does not depend on anybody.", "Does not depend on a node.", "anybody"],
    ["Free, since nobody waits.", "Free, since no node waits.", "nobody"],
    ["Serves whoever asks.", "Serves every client.", "whoever"],
    ["The numbers of those who wait.", "The numbers of waiting contacts.", "those who"],
    ["Sends what came of a call.", "Sends the outcome of a call.", "came of"],
    ["The request comes to nothing.", "The request has no effect.", "comes to nothing"],
    ["Keeps so many lines.", "Keeps at most three lines.", "so many"],
    ["Waits so long.", "Waits for two seconds.", "so long"],
    ["The words so far.", "The words until now.", "so far"],
    ["A row stands for a call.", "A row is a call.", "stands for"],
    ["The order is no matter.", "The order does not matter.", "is no matter"],
    ["The newest of those.", "The newest of these rows.", "of those"],
    ["The length of a talk.", "The length of a conversation.", "a talk"]
  ])("refuses the comment %j and accepts %j", (bad, good, words) => {
    expect(wordsIn(`// ${bad}`)).toEqual([words])
    expect(wordsIn(`/** ${bad} */`)).toEqual([words])
    expect(wordsIn(`// ${good}\n/** ${good} */`)).toEqual([])
  })

  it("checks only the beginning of a comment of several lines", () => {
    expect(wordsIn("// The rows of a call.\n// One for each attempt.\n")).toEqual([])
    expect(wordsIn("/**\n * One row a call.\n * It has attempts.\n */")).toEqual(["One"])
  })

  it("finds words that a line break separates", () => {
    expect(wordsIn("// The lease is kept so\n  // long.")).toEqual(["so long"])
    expect(wordsIn("/**\n * Kept so\n * long.\n */")).toEqual(["so long"])
  })

  it("reports the line of the words and the advice", () => {
    expect(findings("a.ts", "const a = 1\n\n// The rows\n// are told.\n")).toEqual([
      { line: 4, words: "told", instead: expect.stringContaining("notified") }
    ])
  })

  it.each([
    `it("nobody waits", () => {})`,
    `it.effect.skip("nobody waits", () => {})`,
    `describe(\n  "nobody waits",\n  () => {})`,
    `it.each(["a", "b"])("nobody %s", () => {})`,
    `it(\`\${a} nobody waits\`, () => {})`,
    `const a = { description: "Calls " +\n "that nobody took" }`,
    `endpoint.annotate(OpenApi.Summary, "Nobody waits")`,
    `described(Schema.NullOr(Schema.Array(A)), "Nobody waits")`,
    `viewerEndpoint(\n "Nobody waits")`,
    `documented("Waits", \`Nobody \${waits}\`)`,
    `Effect.logWarning("Nobody waits")`,
    "console.error(`nobody waits`)",
    `new Error("nobody waits")`
  ])("reads the text in %s", (source) => {
    expect(wordsIn(source).map((words) => words.toLowerCase())).toEqual(["nobody"])
  })

  it("finds a beginning in lower case in a title, and only there", () => {
    expect(wordsIn(`it("of nonsense is closed", () => {})`)).toEqual(["of"])
    expect(wordsIn(`it("a call " +\n "of nonsense is closed", () => {})`)).toEqual([])
  })

  it("does not read other strings, expressions, code and regular expressions", () => {
    const source = [
      `const said = "nobody told me"`,
      `const text = \`told \${\`told \${nobody}\`} told\``,
      "const told = nobody / somebody",
      `const pattern = /["'\`] told \\/\\/ nobody/`,
      `it("prints " + nobody, () => told("nobody"))`
    ].join("\n")
    expect(wordsIn(source)).toEqual([])
    expect(wordsIn(`${source}\n// told`)).toEqual(["told"])
  })

  it("does not read quotations in comments", () => {
    expect(wordsIn('// Answers "nobody told me" with `told`.')).toEqual([])
  })

  it("passes over a line that is marked as data, and the line below the mark", () => {
    expect(wordsIn(`console.log("told") // prose: data`)).toEqual([])
    expect(wordsIn(`// prose: data\nconsole.log("told")\nconsole.log("told")`)).toEqual(["told"])
  })

  it("reads the prose of documents, and neither their code nor their quotations", () => {
    const document = [
      "# Of nodes",
      "",
      "Whoever asks gets `told` and",
      '"nobody", so',
      "long.",
      "",
      "```sh",
      "echo told",
      "```",
      "- [a list](told.md) tells"
    ].join("\n")
    expect(wordsIn(document, "a.md")).toEqual(["Of", "Whoever", "so long", "tells"])
  })
})
