import type { LanguageLines } from "./line-texts.ts"

export const english: LanguageLines = {
  greeting: "Hello.",
  "cut off": "I'm sorry, our last call was cut off.",
  reminder: "This is a reminder of your promise for {date}.",
  filler: "One moment, please.",
  "second filler": "It takes a little longer, please stay on the line.",
  "ask to repeat": "I'm sorry, I could not hear you well. Could you please say that again?",
  "first silence": "Hello, can you hear me?",
  "second silence": "Are you still there?",
  "goodbye after silence": "I'm sorry, I cannot hear you, so I will end the call here. Thank you, and goodbye.",
  goodbye: "Thank you for your time. Goodbye.",
  "time is up": "I'm sorry, our time is up, so I have to end the call here. Thank you for your time. Goodbye.",
  "opt-out": "Of course. We will not call you again. I'm sorry for the trouble. Goodbye.",
  apology: "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye.",
  "may record": "May we record this call? Please say yes or no."
}

export const german: LanguageLines = {
  greeting: "Guten Tag.",
  "cut off": "Entschuldigung, unser letztes Gespräch wurde unterbrochen.",
  reminder: "Dies ist eine Erinnerung an Ihre Zusage: {date}.",
  filler: "Einen Moment, bitte.",
  "second filler": "Es dauert noch einen Augenblick, bitte bleiben Sie dran.",
  "ask to repeat": "Entschuldigung, das war leider schlecht zu verstehen. Könnten Sie das bitte noch einmal sagen?",
  "first silence": "Hallo, können Sie mich hören?",
  "second silence": "Sind Sie noch da?",
  "goodbye after silence":
    "Leider kann ich Sie nicht hören und beende deshalb das Gespräch. Vielen Dank und auf Wiederhören.",
  goodbye: "Vielen Dank für Ihre Zeit. Auf Wiederhören.",
  "time is up":
    "Leider ist unsere Zeit um, deshalb beende ich das Gespräch jetzt. Vielen Dank für Ihre Zeit. Auf Wiederhören.",
  "opt-out": "Selbstverständlich. Wir rufen Sie nicht mehr an. Entschuldigen Sie bitte die Störung. Auf Wiederhören.",
  apology: "Entschuldigung, wir haben ein technisches Problem, deshalb muss ich das Gespräch beenden. Auf Wiederhören.",
  "may record": "Dürfen wir dieses Gespräch aufzeichnen? Bitte sagen Sie ja oder nein."
}

export const dutch: LanguageLines = {
  greeting: "Goedendag.",
  "cut off": "Sorry, ons vorige gesprek werd onderbroken.",
  reminder: "Dit is een herinnering aan uw toezegging: {date}.",
  filler: "Een ogenblik, alstublieft.",
  "second filler": "Het duurt nog heel even, blijft u alstublieft aan de lijn.",
  "ask to repeat": "Sorry, dat was niet goed te verstaan. Kunt u dat alstublieft nog een keer zeggen?",
  "first silence": "Hallo, kunt u mij horen?",
  "second silence": "Bent u er nog?",
  "goodbye after silence": "Sorry, ik kan u niet horen, daarom beëindig ik het gesprek. Dank u wel en tot ziens.",
  goodbye: "Dank u wel voor uw tijd. Tot ziens.",
  "time is up": "Sorry, onze tijd is om, daarom moet ik het gesprek nu beëindigen. Dank u wel voor uw tijd. Tot ziens.",
  "opt-out": "Natuurlijk. Wij zullen u niet meer bellen. Excuses voor het ongemak. Tot ziens.",
  apology: "Sorry, we hebben een technisch probleem, daarom moet ik het gesprek beëindigen. Tot ziens.",
  "may record": "Mogen we dit gesprek opnemen? Zeg alstublieft ja of nee."
}

export const spanish: LanguageLines = {
  greeting: "Hola.",
  "cut off": "Disculpe, nuestra última llamada se cortó.",
  reminder: "Le recordamos su compromiso: {date}.",
  filler: "Un momento, por favor.",
  "second filler": "Esto tarda un poco más, no cuelgue, por favor.",
  "ask to repeat": "Disculpe, no se ha oído bien. ¿Podría repetirlo, por favor?",
  "first silence": "Hola, ¿me oye?",
  "second silence": "¿Sigue usted ahí?",
  "goodbye after silence": "Lo siento, no puedo oír nada, así que termino aquí la llamada. Gracias y adiós.",
  goodbye: "Gracias por su tiempo. Adiós.",
  "time is up": "Lo siento, se nos ha acabado el tiempo y tengo que terminar la llamada. Gracias por su tiempo. Adiós.",
  "opt-out": "Por supuesto. No volveremos a llamarle. Disculpe las molestias. Adiós.",
  apology: "Lo siento, tenemos un problema técnico y tengo que terminar la llamada. Adiós.",
  "may record": "¿Podemos grabar esta llamada? Por favor, diga sí o no."
}

export const french: LanguageLines = {
  greeting: "Bonjour.",
  "cut off": "Excusez-nous, notre dernier appel a été coupé.",
  reminder: "Ceci est un rappel de votre engagement : {date}.",
  filler: "Un instant, s'il vous plaît.",
  "second filler": "Cela prend encore un petit moment, merci de rester en ligne.",
  "ask to repeat": "Pardon, je n'ai pas bien entendu. Pourriez-vous répéter, s'il vous plaît ?",
  "first silence": "Allô, m'entendez-vous ?",
  "second silence": "Êtes-vous toujours là ?",
  "goodbye after silence": "Je ne vous entends pas, je vais donc mettre fin à l'appel. Merci et au revoir.",
  goodbye: "Merci de m'avoir accordé ce moment. Au revoir.",
  "time is up": "Le temps prévu est écoulé, je dois donc mettre fin à l'appel. Merci et au revoir.",
  "opt-out": "Bien sûr. Nous ne vous appellerons plus. Veuillez nous excuser pour le dérangement. Au revoir.",
  apology: "Veuillez nous excuser, nous avons un problème technique et je dois mettre fin à l'appel. Au revoir.",
  "may record": "Pouvons-nous enregistrer cet appel ? Merci de répondre par oui ou par non."
}

export const portuguese: LanguageLines = {
  greeting: "Olá.",
  "cut off": "Desculpe, a nossa última chamada caiu.",
  reminder: "Este é um lembrete do seu compromisso: {date}.",
  filler: "Um momento, por favor.",
  "second filler": "Isto demora mais um pouco, por favor não desligue.",
  "ask to repeat": "Desculpe, não foi possível ouvir bem. Pode repetir, por favor?",
  "first silence": "Alô, consegue me ouvir?",
  "second silence": "Ainda está na linha?",
  "goodbye after silence":
    "Desculpe, não consigo ouvir nada, por isso encerro a ligação aqui. Agradecemos a atenção. Até logo.",
  goodbye: "Agradecemos o seu tempo. Até logo.",
  "time is up": "Desculpe, o nosso tempo acabou e preciso encerrar a ligação. Agradecemos o seu tempo. Até logo.",
  "opt-out": "Claro. Não vamos mais ligar para você. Desculpe o incômodo. Até logo.",
  apology: "Desculpe, temos um problema técnico e preciso encerrar a ligação. Até logo.",
  "may record": "Podemos gravar esta chamada? Por favor, responda sim ou não."
}

export const italian: LanguageLines = {
  greeting: "Buongiorno.",
  "cut off": "Ci scusi, la nostra ultima chiamata si è interrotta.",
  reminder: "Questo è un promemoria del Suo impegno: {date}.",
  filler: "Un momento, per favore.",
  "second filler": "Ci vuole ancora un attimo, resti in linea per favore.",
  "ask to repeat": "Mi scusi, non si è sentito bene. Può ripetere, per favore?",
  "first silence": "Pronto, mi sente?",
  "second silence": "È ancora in linea?",
  "goodbye after silence": "Mi dispiace, non riesco a sentire, quindi chiudo qui la chiamata. Grazie e arrivederci.",
  goodbye: "Grazie per il suo tempo. Arrivederci.",
  "time is up": "Mi dispiace, il tempo è finito e devo chiudere la chiamata. Grazie per il suo tempo. Arrivederci.",
  "opt-out": "Certamente. Non la chiameremo più. Ci scusi per il disturbo. Arrivederci.",
  apology: "Mi dispiace, abbiamo un problema tecnico e devo chiudere la chiamata. Arrivederci.",
  "may record": "Possiamo registrare questa chiamata? Risponda sì o no, per favore."
}

export const polish: LanguageLines = {
  greeting: "Dzień dobry.",
  "cut off": "Przepraszamy, nasza poprzednia rozmowa została przerwana.",
  reminder: "To jest przypomnienie o Państwa zobowiązaniu: {date}.",
  filler: "Jedną chwilę, proszę.",
  "second filler": "To jeszcze chwilę potrwa, proszę się nie rozłączać.",
  "ask to repeat": "Przepraszam, słabo słychać. Proszę powtórzyć.",
  "first silence": "Halo, czy mnie słychać?",
  "second silence": "Czy nadal mamy połączenie?",
  "goodbye after silence": "Niestety nic nie słyszę, dlatego kończę rozmowę. Dziękuję i do widzenia.",
  goodbye: "Dziękuję za poświęcony czas. Do widzenia.",
  "time is up":
    "Przepraszam, nasz czas się skończył i muszę zakończyć rozmowę. Dziękuję za poświęcony czas. Do widzenia.",
  "opt-out": "Oczywiście. Nie będziemy więcej dzwonić. Przepraszamy za kłopot. Do widzenia.",
  apology: "Przepraszam, mamy problem techniczny i muszę zakończyć rozmowę. Do widzenia.",
  "may record": "Czy możemy nagrać tę rozmowę? Proszę powiedzieć tak lub nie."
}

export const russian: LanguageLines = {
  greeting: "Здравствуйте.",
  "cut off": "Извините, наш прошлый звонок прервался.",
  reminder: "Это напоминание о вашем обещании: {date}.",
  filler: "Одну минуту, пожалуйста.",
  "second filler": "Это займёт ещё немного времени, пожалуйста, оставайтесь на линии.",
  "ask to repeat": "Извините, вас плохо слышно. Повторите, пожалуйста.",
  "first silence": "Алло, вы меня слышите?",
  "second silence": "Вы ещё на линии?",
  "goodbye after silence": "К сожалению, вас не слышно, поэтому я завершаю звонок. Спасибо и до свидания.",
  goodbye: "Спасибо за ваше время. До свидания.",
  "time is up": "К сожалению, наше время закончилось, и я завершаю звонок. Спасибо за ваше время. До свидания.",
  "opt-out": "Конечно. Мы больше не будем вам звонить. Извините за беспокойство. До свидания.",
  apology: "Извините, у нас техническая неполадка, поэтому я завершаю звонок. До свидания.",
  "may record": "Можно записать этот разговор? Пожалуйста, скажите да или нет."
}
