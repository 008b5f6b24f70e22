import { netOf } from "./phrases.ts"

export const polish = netOf({
  ever: [
    "(zabraniam|zakazuje) (wam |panu |pani |panstwu )?(do (mnie|nas) )?dzwonic",
    "nie chce (miec )?z wami (zadnego )?kontaktu",
    "(przestancie|prosze przestac) (mnie|nas) (nekac|niepokoic)( telefonami)?",
    "(zadam|prosze o) usuniecia? (moich|swoich) danych",

    "nie (chce|chcemy) (zeby|aby) (panstwo |pan |pani )?(do (mnie|nas) )?wydzwanial*",
    "(wykasow*|skasow*|wymaz*) (prosze )?(moj|nasz|ten) numer",
    "dosc (waszych|tych|panstwa) telefonow",
    "(o )?(usuniecie|wykreslenie) (mojego|naszego) numeru",
    "(nie|niech) … (dzwon*|telefonuj*|wydzwaniaj*) (do (mnie|nas) )?(juz )?(wiecej|nigdy)",
    "(wiecej|juz|nigdy wiecej|nigdy) (do (mnie|nas) )?nie (dzwon*|telefonuj*)( do (mnie|nas))?",
    "nie (dzwon*|telefonuj*) (do (mnie|nas) )?(juz )?wiecej( na ten numer)?",
    "(do mnie )?(wiecej|juz) (do mnie )?nie dzwon*",
    "niech (pan|pani|panstwo) (juz |wiecej )(do (mnie|nas) )?nie dzwoni*",
    "(przesta*|skoncz*) (juz )?(do mnie |tu )?(wy)?(dzwon*|dzwaniac|telefonowac|nekac)",
    "nie (zycze|zyczymy) sobie … (telefon*|rozmow|kontaktu|dzwonienia)",
    "nie (chce|chcemy) (juz )?(zadnych |wiecej |waszych )?(telefonow|polaczen)",
    "nie (chce|chcemy) (juz )?(zeby|aby|by)(scie| panstwo| pan| pani| ktos)? (do (mnie|nas) )?(wiecej )?(dzwonil*|telefonowal*)",
    "(usun*|wykresl*|skresl*|wypisz*|skasuj*|zablokuj*) (prosze )?(moj|ten|mojego|nasz) (numer*|telefon*)",
    "(usun*|wykresl*|skresl*|wypisz*) (prosze )?(mnie|nas) z … (listy|bazy|systemu)",
    "(usun*|skasuj*) (prosze )?moje dane",
    "(mowil*|prosil*|powiedzial*|prosze) (wam |juz |was |pana |pania |tysiac razy )?(juz )?(zeby|zebyscie|aby|abyscie) (do (mnie|nas) )?(juz |wiecej )?nie dzwon*",
    "mowil* wam …? ?nie dzwoncie",
    "(dajcie|daj|dac|da) (pan |pani )?(mi|nam) (swiety )?spokoj",
    "(prosze )?(mnie |nas )?nie (nekac|nekajcie|nekaj|niepokoic|niepokojcie)( mnie| nas)?( wiecej)?",
    "(cofam|wycofuje|odwoluje) … (zgode|zgody)( …)?",
    "nie (macie|ma pan|ma pani|wyrazam) (mojej )?zgody( …)?",
    "sprzeciwiam sie … (danych|telefonom|kontaktowi)",
    "nie (kontaktuj*|kontaktowac) sie (wiecej )?(ze mna|z nami)",
    "sie (ze mna|z nami) (wiecej )?nie kontaktowac",
    "(sie )?(ze mna |z nami )?(wiecej )nie kontaktowac( sie)?",
    "(koniec|dosc) (z )?(tych|tymi|tego) (telefon*|dzwonienia)",
    "nie zawracajcie mi (wiecej )?glowy( wiecej)?",
    "nie przeszkadzajcie (mi )?wiecej",
    "nie dzwonic na ten numer",
    "lista robinsonow"
  ],
  plain: [
    "nie (dzwoncie|dzwon|dzwonic) (do (mnie|nas)|na ten numer|tutaj|tu)",
    "prosze (do (mnie|nas) )?nie dzwonic",
    "do (mnie|nas) nie dzwon*",
    "zeby (do (mnie|nas) )?nie dzwonic"
  ],
  limits: [
    "teraz|dzis|dzisiaj|jutro|pozniej|przed|do|po|kiedy|gdy|jesli|dopoki|podczas|zanim",
    "w (niedziele|sobote|poniedzialek|weekend|nocy|pracy)|o tej porze|(tak|za) (pozno|wczesnie|czesto)",
    "rano|wieczorem|w tym tygodniu|do pracy"
  ],
  denials: [
    "nie (przestawaj*|przestan*)",
    "nie (powiedzialem|powiedzialam|mowilem|mowilam|prosilem|prosilam)",
    "(dlaczego|czemu)( …)?",
    "(brat|siostra|maz|zona|syn|corka|matka|mama|ojciec|tata|sasiad*|szef|on|ona|kolega|kolezanka) (do mnie |juz |nie |mi )?(prosil*|powiedzial*|mowi*|chce|dzwoni*)( …)?",
    "do (poniedzialku|wtorku|srody|czwartku|piatku|soboty|niedzieli|jutra)",
    "(telefon|corka|syn|nikt) (juz )?(do mnie )?(juz )?nie dzwoni*"
  ],
  alone: ["(stop|dosc|przestan|przestancie|prosze przestac|koniec)( juz| prosze)?", "chce sie wypisac"],
  promises: [
    "nie (bedziemy|bede|bedzie) (juz |wiecej )(do (pana|pani|panstwa) )?(dzwonic|niepokoic|kontaktowac sie)",
    "(wiecej|juz) (do (pana|pani|panstwa) )?nie (zadzwonimy|bedziemy dzwonic|zadzwonie|bede dzwonic)( do (pana|pani|panstwa))?",
    "nie zadzwonimy (do (pana|pani|panstwa) )?(wiecej|juz)",
    "(usunelismy|usunalem|usunelam|usuniemy|usune|wykreslilismy|wykreslimy) (pana|pani|panstwa) (numer|telefon)",
    "(pana|pani|panstwa) numer (zostal|zostanie|jest) (usuniety|wykreslony)"
  ]
})

export const russian = netOf({
  ever: [
    "не хочу (больше )?(вас|вас больше) (слышать|слышать больше)",
    "(запрещаю|запрещаем) (вам )?(сюда )?звонить",

    "не нужны (мне )?(ваши|никакие|эти) звонки",
    "не (звони*|названивай*|беспокой*|тревож*|набирай*) (мне |нам |сюда |меня |нас |на этот номер )?(больше|никогда)( никогда)?",
    "(больше|никогда|впредь) (больше )?(мне |нам |сюда |меня |нас |на этот номер )?(больше )?не (звони*|беспокой*|набирай*|названивай*|тревож*)",
    "(перестан*|прекрат*|хватит|завязывай*) (уже )?(мне |нам |сюда |на этот номер )?(звонить|названивать|беспокоить меня|меня беспокоить|доставать меня)",
    "не (хочу|хотим|желаю) (больше )?(получать )?(ваши |ваших |никаких |от вас |больше )?(звонк*|звонков)",
    "не (хочу|хотим|желаю) (больше )?чтобы (вы |мне |нам )?(больше )?(мне |нам )?звонил*",
    "(удали*|убер*|вычеркн*|сотри*|исключи*|заблокируй*|забуд*|внес*) (пожалуйста )?(мой|этот|меня|мои|наш|нас) (номер|телефон|данные|контакт*)( …)?",
    "(удали*|убер*|вычеркн*|исключи*) (пожалуйста )?(меня|нас) из … (списк*|баз*|рассылк*|систем*)",
    "(убер*|вычеркн*|удали*|исключи*) (меня|нас) из (списка|базы|системы|вашей базы|вашего списка)",
    "(просил*|прошу|говорил*|сказал*) (вас |вам |уже |же |меня |мне |нас )?(вас |вам |меня |больше )?(больше )?(чтобы вы )?(мне |меня )?(больше )?не (звонить|звонил*|беспокоить)",
    "прошу (меня |нас )?больше не (беспокоить|звонить)",
    "(сколько|много) раз (говорить|говорил*|повторять) не звони*( мне)?",
    "(оставь*|отстань*) (меня |нас |вы )?(в покое|от меня|от нас)",
    "не (надо|нужно|стоит) (мне |нам |сюда |на этот номер )?(больше )?(звонить|беспокоить)( сюда| мне| больше)?",
    "запрещаю (вам )?(мне )?звонить",
    "(отзываю|отозвать) …? ?согласие( …)?",
    "(нет|не имеете) (права|разрешения) (мне )?звонить",
    "в ч(е|ё)рный список",
    "не (смей*|вздумай*) (мне )?(больше )?звонить"
  ],
  plain: ["не звони* (мне|нам|сюда|на этот номер)", "не звоните( больше)?"],
  limits: [
    "сейчас|сегодня|завтра|позже|потом|до|после|когда|если|пока|во время|раньше",
    "(по|в) (воскресенья*|субботу|субботам|понедельник|выходные|утрам|вечерам|ночам)|в это время",
    "(так|слишком) (поздно|рано|часто)|на работу|утром|вечером|ночью"
  ],
  denials: [
    "не (перестава*|прекращай*)",
    "не (говорил*|просил*|сказал*)",
    "почему( …)?",
    "(брат|сестра|муж|жена|сын|дочь|мама|мать|отец|папа|сосед*|начальник|он|она|друг|подруга) (вас |вам |мне |нам |больше )?(просил*|сказал*|говорит|хочет|не звонит|не)( …)?",
    "до (понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|завтра)",
    "(телефон|дочь|сын|никто)( …)? (больше )?не звонит"
  ],
  alone: ["(стоп|хватит|прекратите|перестаньте|отстаньте|довольно)( пожалуйста| уже)?"],
  promises: [
    "(больше )?не (будем|буду|будет) (больше )?(вам )?(больше )?(звонить|беспокоить|тревожить|вас беспокоить)( вас| вам)?",
    "(больше|никогда) (вам |вас )?не (позвоним|позвоню|побеспокоим|потревожим)( вам)?",
    "(мы |я )?(удалил*|удалим|удалю|убрали|уберем|вычеркнули|исключили) ваш (номер|телефон)",
    "ваш (номер|телефон) (удален|будет удален|исключен|убран)( …)?"
  ]
})
