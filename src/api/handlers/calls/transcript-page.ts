import type { AttemptTranscript } from "../../../calls/conversations/Transcripts.ts"

/** Renders a transcript as an HTML page. All values are escaped: people said them. */
export const transcriptPage = ({ campaignName, startedAt, transcript }: AttemptTranscript): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Transcript · ${escaped(campaignName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(campaignName)}</h1>
<p class="when">Call of <time datetime="${startedAt.toISOString()}">${dateOf(startedAt)}</time></p>
<ol>
${transcript.map(lineOf).join("\n")}
</ol>
</main>
</body>
</html>
`

type Line = AttemptTranscript["transcript"][number]

const lineOf = ({ interrupted, role, startMs, text }: Line) =>
  `<li class="${role}"><p class="who">${role === "agent" ? "Agent" : "Person"} <span>${clock(startMs)}</span></p>
<p dir="auto">${escaped(text)}${interrupted ? " <em>(interrupted)</em>" : ""}</p></li>`

const clock = (millis: number) => {
  const seconds = Math.floor(millis / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

const dateOf = (time: Date) => `${time.toISOString().slice(0, 10)}, ${time.toISOString().slice(11, 16)} UTC`

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --quiet: #777; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
.when { color: var(--quiet); margin: .25rem 0 1.5rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
ol { list-style: none; margin: 0; padding: 0; }
li { max-width: 85%; margin: 0 0 1rem; }
li p { margin: 0; overflow-wrap: anywhere; }
li p + p { padding: .5rem .8rem; border-radius: .7rem; border: 1px solid var(--line); }
.who { font-size: .8rem; color: var(--quiet); margin-bottom: .15rem; }
.who span { font-variant-numeric: tabular-nums; margin-left: .35rem; }
.person { margin-left: auto; }
.person .who { text-align: right; }
.person p + p { background: var(--soft); }
em { color: var(--quiet); }
`
