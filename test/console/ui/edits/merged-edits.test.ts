import { expect, test } from "vitest"
import { mergedEdits } from "../../../../console/src/ui/edits/merged-edits.ts"

const before = { name: "Acme", number: "+1", sentences: { en: "Hello", fr: "Bonjour", hi: "Namaste" } }

test("a form keeps what was edited, and follows what others have changed or removed elsewhere", () => {
  const edited = { ...before, name: "Acme Ltd", sentences: { en: "Hello!", fr: "Bonjour", de: "Hallo" } }
  const latest = { ...before, number: "+2", sentences: { en: "Hello", hi: "Namaste", it: "Ciao" } }
  expect(mergedEdits<object>(before, latest, edited)).toEqual({
    merged: { name: "Acme Ltd", number: "+2", sentences: { en: "Hello!", de: "Hallo", it: "Ciao" } },
    contested: []
  })
  expect(mergedEdits<object>(before, latest, before)).toEqual({ merged: latest, contested: [] })
})

test("a field that both have changed stays as edited, and is named unless both have the same", () => {
  const edited = { ...before, name: "Mine", number: "+3", sentences: { ...before.sentences, en: "Mine" } }
  const latest = { ...before, name: "Theirs", number: "+3", sentences: { ...before.sentences, en: "Theirs" } }
  expect(mergedEdits(before, latest, edited)).toEqual({ merged: edited, contested: ["name", "sentences.en"] })
})

test("a list and a value that was empty are one field each", () => {
  expect(mergedEdits({ days: [1] }, { days: [1, 2] }, { days: [1, 3] })).toEqual({
    merged: { days: [1, 3] },
    contested: ["days"]
  })
  expect(mergedEdits<object>({ window: null }, { window: { start: "09:00" } }, { window: { start: "10:00" } })).toEqual(
    {
      merged: { window: { start: "10:00" } },
      contested: ["window"]
    }
  )
})

test("an entry that a form removed stays removed when others have changed it", () => {
  expect(mergedEdits<object>({ DE: "REQUIRED", FR: "OFF" }, { DE: "OFF", FR: "OFF" }, { FR: "OFF" })).toEqual({
    merged: { FR: "OFF" },
    contested: ["DE"]
  })
})
