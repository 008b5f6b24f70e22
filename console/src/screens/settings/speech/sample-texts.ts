const texts: Readonly<Record<string, string>> = {
  ar: "صباح الخير، هل لديك دقيقة من الوقت؟",
  bn: "নমস্কার, আপনার কি একটু সময় আছে?",
  de: "Guten Tag, haben Sie einen Moment Zeit?",
  es: "Buenos días, ¿tiene un momento?",
  fr: "Bonjour, avez-vous un instant ?",
  hi: "नमस्ते, क्या आपके पास एक मिनट है?",
  it: "Buongiorno, ha un momento?",
  ja: "こんにちは、少しお時間よろしいですか。",
  nl: "Goedendag, heeft u een ogenblik?",
  pl: "Dzień dobry, czy ma Pan chwilę?",
  pt: "Bom dia, você tem um momento?",
  ta: "வணக்கம், உங்களுக்கு ஒரு நிமிடம் இருக்கிறதா?",
  tr: "İyi günler, bir dakikanız var mı?"
}

/** A sentence to hear a voice by. Languages without one of their own hear the English one. */
export const sampleTextOf = (language: string): string =>
  texts[language.split("-")[0]?.toLowerCase() ?? ""] ?? "Good morning, do you have a moment?"
