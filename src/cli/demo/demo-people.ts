import type { FlowVariable } from "../../domain/flows/FlowVariable.ts"

/** The data that the demo sets up through the API, as a client would. */

export const organization = { name: "Sunrise Solar", timezone: "Asia/Kolkata" }

export const knowledgeBase = { name: "Sunrise Solar", description: "Answers for callers" }

export const document = {
  filename: "sunrise-solar.md",
  text: `# Opening hours

Our opening hours are nine in the morning to six in the evening, Monday to Saturday. On Sundays we are closed.

# The visit

A visit takes about forty minutes and costs nothing. An engineer looks at the roof and the electricity bill, and says how
much of it the sun can pay. Nobody has to decide anything on that day.

# Prices and payment

A system for a family home costs between two and four thousand dollars. It can be paid in twenty-four instalments without
interest. It has paid for itself after about five years, and the panels have a warranty of twenty-five years.
`
}

/** The people to whom the agent hands over, at a number that is reserved for fiction. */
export const desk = { name: "Solar desk", address: "+12025550190" }

export const voicemailMessage =
  "Hello {{name}}, this is Maya from Sunrise Solar, about a free visit of an engineer. Please call us back at {{callbackNumber}}. Goodbye."

export interface DemoFlow {
  readonly campaign: string
  readonly flow: {
    readonly name: string
    readonly language: string
    readonly systemInstruction: string
    readonly initialPrompt: string
    /** The values that the analysis reads from each conversation. */
    readonly variables: ReadonlyArray<{
      readonly name: string
      readonly type: FlowVariable["type"]
      readonly description: string
    }>
  }
  readonly numbers: string
  readonly names: ReadonlyArray<string>
  /** By name, people whose persona comes from the metadata of their contact and not from their number. */
  readonly personas?: Readonly<Record<string, string>>
}

/** The demo runs a campaign per flow. The last digit of a number decides what the simulated person does; each digit occurs three times. */
export const demoFlows: ReadonlyArray<DemoFlow> = [
  {
    campaign: "English: a free visit",
    flow: {
      name: "Free visit, English",
      language: "en-US",
      systemInstruction:
        "You are Maya, who calls for Sunrise Solar. You offer a free visit of an engineer, who says what solar panels on the roof would save. Be brief and friendly, answer questions from the documents only, and never press anybody. Whoever does not want the visit is thanked, and the call ends.",
      initialPrompt:
        "Hello {{name}}, this is Maya from Sunrise Solar. We offer a free visit of an engineer, who tells you what solar panels would save you. Would you be interested?",
      variables: [
        { name: "interested", type: "BOOLEAN", description: "Whether they are interested in the visit" },
        {
          name: "answer",
          type: "STRING",
          description: "The words of their answer when asked whether they are interested"
        }
      ]
    },
    // Numbers reserved for fiction.
    numbers: "+120255501",
    personas: { "Kara Singh": "asks-for-human", "Vik Larsen": "voicemail" },
    names: `Ada Moore,Ben Carter,Cora Diaz,Dan Fisher,Eva Novak,Finn Walsh,Grace Kim,Hugo Lopez,Ida Berg,Jack Osei,
Kara Singh,Leo Rossi,Mia Chen,Noah Price,Olga Petrov,Paul Stein,Quinn Ray,Rosa Silva,Sam Baker,Tara Nolan,
Uma Jones,Vik Larsen,Wendy Park,Xavier Cruz,Yara Haddad,Zoe Martin,Amir Khan,Bella Hart,Carl Wood,Dora Weiss`.split(
      /,\s*/
    )
  },
  {
    campaign: "हिन्दी: मुफ़्त विज़िट",
    flow: {
      name: "Free visit, Hindi",
      language: "hi-IN",
      systemInstruction:
        "आप माया हैं और सनराइज़ सोलर की ओर से फ़ोन करती हैं। आप इंजीनियर की एक मुफ़्त विज़िट की पेशकश करती हैं, जो बताता है कि छत पर सोलर पैनल से कितनी बचत होगी। छोटे और विनम्र वाक्य बोलिए, सवालों के जवाब सिर्फ़ दस्तावेज़ों से दीजिए, और किसी पर दबाव मत डालिए।",
      initialPrompt:
        "नमस्ते {{name}} जी, मैं सनराइज़ सोलर से माया बोल रही हूँ। हमारा इंजीनियर मुफ़्त में आकर बताता है कि सोलर पैनल से आपकी कितनी बचत होगी। क्या आपकी इसमें रुचि है?",
      variables: [
        { name: "interested", type: "BOOLEAN", description: "विज़िट में रुचि है या नहीं" },
        { name: "answer", type: "STRING", description: "रुचि के सवाल का जवाब" }
      ]
    },
    numbers: "+9199999000",
    names:
      `Asha Rao,Omar Das,Priya Nair,Rohan Mehta,Sunita Devi,Vikram Joshi,Anjali Gupta,Deepak Verma,Kavita Iyer,Manoj Yadav,
Neha Shah,Pooja Reddy,Rahul Bose,Sanjay Patil,Tanvi Kulkarni,Usha Menon,Varun Malik,Yash Agarwal,Zara Sheikh,Arjun Pillai,
Bhavna Jain,Chetan Desai,Divya Saxena,Farhan Ali,Gita Mishra,Harsh Tiwari,Isha Kapoor,Jaya Pandey,Karan Sethi,Lata Ghosh`.split(
        /,\s*/
      )
  }
]
