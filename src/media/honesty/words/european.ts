import type { MachineWords } from "../machine-words.ts"

export const english: MachineWords = {
  answer: "I am an automated assistant, not a person. May I go on?",
  machine:
    "robot*|bot|bots|chatbot*|machine|machines|computer*|ai|a i|artificial intelligence|automated *|automatic *|recording*|recorded *|virtual assistant|voice assistant|software|program|siri|alexa|synthetic *|simulation",
  human:
    "real person|real human*|real man|real woman|real guy|real lady|real agent|real people|actual person|actual human*|live person|live human*|live agent|living person|human|humans|human being|a person|flesh and blood|real live person|living breathing person",
  not: "not|no|never|isn t|aren t|ain t|nor|neither",
  self: "i am|i m|im|you are talking to|you are talking with|you are speaking to|you are speaking with|you re talking to|you re talking with|you re speaking to|you re speaking with|this is|it is|it s|i can assure you i am|as|am",
  you: "are you|you are|you re|you|is this|is it|this is|am i talking to|am i talking with|am i speaking to|am i speaking with|talking to|talking with|speaking to|speaking with|sound like|there"
}

export const german: MachineWords = {
  answer: "Ich bin ein automatischer Assistent, kein Mensch. Darf ich fortfahren?",
  machine:
    "roboter*|bot|bots|chatbot|maschine|computer*|ki|künstliche intelligenz|künstlichen intelligenz|automat*|bandansage|aufnahme|tonband*|sprachassistent*|programm|computerstimme|software|ai",
  human:
    "mensch|menschen|echter mensch|echte person|echten person|echter mitarbeiter|menschlich|aus fleisch und blut|lebendige person",
  not: "nicht|kein|keine|keiner|keinem|keinen|nie|niemals",
  self: "ich bin|bin|sie sprechen mit|sie reden mit|du sprichst mit|hier spricht|hier ist|das ist|als",
  you: "sind sie|bist du|sie sind|du bist|sie|du|ist das|ist da|das ist|spreche ich|rede ich|ich spreche|ich rede|klingen|klingt"
}

export const dutch: MachineWords = {
  answer: "Ik ben een automatische assistent, geen mens. Mag ik doorgaan?",
  machine:
    "robot*|bot|chatbot|machine|computer*|ai|kunstmatige intelligentie|automaat|automatisch*|bandje|opname|programma|spraakassistent|software|geautomatiseerd*",
  human: "mens|mensen|echt mens|echte mens|echt persoon|echte persoon|echte medewerker|van vlees en bloed",
  not: "niet|geen|nooit|nee",
  self: "ik ben|ben|u spreekt met|je spreekt met|u praat met|je praat met|dit is|hier spreekt|als",
  you: "bent u|ben je|ben jij|u bent|je bent|u|je|is dit|is dat|dit is|spreek ik|praat ik|ik spreek|ik praat|klinkt"
}

export const swedish: MachineWords = {
  answer: "Jag är en automatisk assistent, inte en människa. Får jag fortsätta?",
  machine:
    "robot*|bot|chattbot|maskin*|dator*|ai|artificiell intelligens|automat*|inspelning*|inspelad|program|röstassistent|mjukvara",
  human: "människa|mänsklig|riktig person|verklig person|riktig människa|levande person|av kött och blod",
  not: "inte|ingen|inget|aldrig|nej",
  self: "jag är|är|du pratar med|du talar med|ni pratar med|ni talar med|det här är|som",
  you: "är du|är ni|du är|ni är|du|ni|är det|är det här|det är|pratar jag|talar jag|jag pratar|jag talar|låter"
}

export const danish: MachineWords = {
  answer: "Jeg er en automatisk assistent, ikke et menneske. Må jeg fortsætte?",
  machine:
    "robot*|bot|chatbot|maskine*|computer*|ai|kunstig intelligens|automat*|optagelse|optaget|program|stemmeassistent|software",
  human: "menneske|menneskelig|rigtig person|virkelig person|rigtigt menneske|levende person|af kød og blod",
  not: "ikke|ingen|intet|aldrig|nej",
  self: "jeg er|er|du taler med|du snakker med|de taler med|i taler med|det her er|dette er|som",
  you: "er du|er de|er i|du er|de er|du|er det|er det her|det er|taler jeg|snakker jeg|jeg taler|jeg snakker|lyder"
}

export const spanish: MachineWords = {
  answer: "Soy un asistente automático, no una persona. ¿Puedo continuar?",
  machine:
    "robot*|bot|bots|chatbot|máquina*|maquina*|computadora|ordenador|ia|inteligencia artificial|automátic*|automatic*|grabación|grabacion|contestador*|programa|asistente virtual|ai",
  human: "humano|humana|ser humano|persona|persona real|persona de verdad|persona humana|de carne y hueso|gente",
  not: "no|nunca|ningún|ninguna|tampoco",
  self: "soy|está hablando con|estás hablando con|esta hablando con|estas hablando con|habla con|hablas con|es|le habla|te habla|como",
  you: "es usted|eres|usted es|tú eres|es|usted|tú|estoy hablando con|hablo con|hablando con|esto es|suena|suenas|habla"
}

export const portuguese: MachineWords = {
  answer: "Sou um assistente automático, não uma pessoa. Posso continuar?",
  machine:
    "robô*|robo|robôs|robot*|bot|chatbot|máquina*|maquina*|computador*|ia|inteligência artificial|inteligencia artificial|automátic*|automatic*|gravação|gravacao|programa|assistente virtual|ai",
  human:
    "humano|humana|ser humano|pessoa|pessoa real|pessoa de verdade|pessoa humana|de carne e osso|gente|gente de verdade",
  not: "não|nao|nunca|nenhum|nenhuma",
  self: "sou|eu sou|está falando com|esta falando com|você está falando com|está a falar com|fala com|é|aqui é|como",
  you: "é você|você é|você|voce é|voce|é|o senhor é|a senhora é|o senhor|a senhora|tu és|és|estou falando com|estou a falar com|falo com|falando com|isto é|isso é|parece"
}

export const french: MachineWords = {
  answer: "Je suis un assistant automatique, pas une personne. Puis-je continuer ?",
  machine:
    "robot*|bot|chatbot|machine*|ordinateur*|ia|intelligence artificielle|automat*|enregistrement|message enregistré|répondeur|logiciel|programme|assistant virtuel|assistant vocal|ai|voix de synthèse",
  human:
    "humain|humaine|être humain|personne|vraie personne|personne réelle|personne humaine|vrai humain|vraie humaine|vraie conseillère|vrai conseiller|en chair et en os",
  not: "pas|aucun|aucune|jamais|non|ni",
  self: "je suis|suis|vous parlez à|vous parlez avec|vous parlez bien à|tu parles à|tu parles avec|c est|ici|en tant qu",
  you: "êtes vous|etes vous|vous êtes|vous etes|es tu|tu es|vous|tu|est ce|est ce que|c est|je parle à|je parle avec|parle à|parle avec|je parle"
}

export const italian: MachineWords = {
  answer: "Sono un assistente automatico, non una persona. Posso continuare?",
  machine:
    "robot*|bot|chatbot|una macchina*|macchina parlante|computer*|ia|intelligenza artificiale|automatic*|registrazione|registrat*|programma|assistente virtuale|assistente vocale|risponditore|ai|software",
  human:
    "umano|umana|essere umano|persona|persona vera|persona reale|vera persona|persona in carne e ossa|in carne e ossa|operatore umano",
  not: "non|nessun|nessuna|mai|no",
  self: "sono|io sono|sta parlando con|stai parlando con|parla con|parli con|è|qui|come",
  you: "è lei|lei è|sei|tu sei|lei|tu|è|sto parlando con|parlo con|parlando con|questa è|questo è|sembra|siete"
}

export const polish: MachineWords = {
  answer: "Jestem automatycznym asystentem, nie człowiekiem. Czy mogę kontynuować?",
  machine:
    "robot*|bot|botem|chatbot*|maszyn*|komputer*|ai|sztuczn* inteligencj*|automat*|nagrani*|program*|asystent głosowy|wirtualn* asystent*|oprogramowani*",
  human:
    "człowiek*|człowiekiem|człowieka|żyw* człowiek*|prawdziw* człowiek*|prawdziw* osob*|żyw* osob*|ludzki*|z krwi i kości|żywą osobą|osobą|osoba",
  not: "nie|żaden|żadnym|żadnego|nigdy",
  self: "jestem|rozmawia pan z|rozmawia pani z|rozmawiasz z|rozmawiają państwo z|to jest|to|jako",
  you: "czy|pan|pani|jesteś|jest pan|jest pani|to jest|to|rozmawiam z|mówię z|brzmi*"
}

export const russian: MachineWords = {
  answer: "Я автоматический помощник, а не человек. Можно продолжать?",
  machine:
    "робот*|бот|ботом|бота|чат бот|чатбот|машин*|компьютер*|ии|искусственн* интеллект*|автомат*|автоответчик*|запис*(?! [квн]а? )|программ*|голосов* помощник*|виртуальн* помощник*",
  human:
    "человек|человеком|человека|живой человек|живым человеком|настоящ* человек*|реальн* человек*|жив* оператор*|из плоти и крови|людь*",
  not: "не|нет|никакой|никакая|никогда",
  self: "я|это|вы говорите с|вы разговариваете с|вы общаетесь с|вам звонит|вас беспокоит|с вами говорит|как",
  you: "вы|ты|это|я говорю с|я разговариваю с|разговариваю с|говорю с|общаюсь с|со мной|мне"
}

export const turkish: MachineWords = {
  answer: "Ben otomatik bir asistanım, insan değilim. Devam edebilir miyim?",
  machine:
    "robot*|bot|botla|bota|botsun*|chatbot*|makine*|makina*|bilgisayar*|yapay zeka*|yapay zekâ*|otomatik*|kayıt|kayıtla|ses kaydı*|program*|yazılım*|sanal asistan*",
  human:
    "insan|insanla|insanım|insansınız|insan mısınız|gerçek bir insan*|gerçek insan*|gerçek kişi*|gerçek bir kişi*|canlı biri*|gerçek biri*|insanoğlu|gerçek bir insanla",
  not: "değilim|değil|değiliz|değilsiniz|hayır|yok",
  self: "ben|bir insanım|insanım|konuşuyorsunuz|görüşüyorsunuz|kişiyim|biriyim|bu|olarak|karşınızda",
  you: "siz|sen|bu|mi|mı|mısınız|misiniz|musunuz|müsünüz|mısın|misin|musun|konuşuyorum|görüşüyorum|mu|mü"
}
