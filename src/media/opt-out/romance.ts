import { netOf } from "./phrases.ts"

export const spanish = netOf({
  ever: [
    "(prohibo|prohibimos) que (me|nos) llam*",
    "se (le|les|te) ocurra (volver a )?llamar(me|nos)?( otra vez| de nuevo| mas)?",
    "(cansad*|hart*) de sus llamadas",
    "no (quiero|deseo) ninguna (otra )?llamada( mas)?",
    "no quiero (volver a )?saber (nada |mas )?de (ustedes|vosotros)",

    "(ya )?no (me|nos) (marque*|marquen)( mas)?",
    "no (me|nos) vuelva* a marcar",
    "olvide* (mi|este) numero",
    "no (me|nos) (llame*|llamen|molest*|contact*|telefone*|vuelva* a (llamar|molestar)) (nunca )?(mas|jamas|nunca)",
    "no (llame*|llamen|marque*) (nunca )?(mas|jamas)( a este numero| aqui)?",
    "(nunca|jamas) (mas )?(me|nos) (vuelva* a )?(llam*|contact*|molest*)",
    "no vuelva* a llamar(me|nos)?( a (este|mi) (numero|telefono))?",
    "no (me|nos) vuelva* a (llamar|molestar|contactar)",
    "(deje*|deja|pare*|para|basta) (ya )?de (llam*|molest*|acos*|marcar|telefonear|insistir)",
    "basta de (llamadas|llamar)",
    "(borre*|borra*|quite*|quita*|elimine*|elimina*|saque*|saca*|retire*|tache*|bloquee*) (mi|este) (numero|nombre|telefono)",
    "(borre*|elimine*|quite*) mis datos",
    "(quite*|saque*|saca*|borre*|elimine*|retire*|tache*)(me|nos) de … (lista|base|registro*|sistema)( …)?",
    "(quite*|saque*|borre*|elimine*)(me|nos) de( la| su| sus)? (lista|base|registro*|sistema)",
    "no (quiero|deseo|queremos) (recibir )?(mas )?(sus |estas )?llamadas( …)?",
    "no (quiero|deseo|queremos) recibir (mas )?(sus |estas )?llamadas",
    "no (quiero|queremos|deseo) que (me|nos) (vuelva* a )?(llam*|contact*|molest*)",
    "(dije|dicho|pedi|pedido|dijimos|pido|ruego|pedimos) (mil veces |ya |por favor )?que no (me|nos) (llam*|vuelva* a llamar|molest*)",
    "ya no (me|nos) (llame*|llamen|moleste*)",
    "(dejeme*|dejenme|dejame*) (ya )?en paz",
    "(retiro|revoco) (mi|el) consentimiento",
    "no (tiene*|tienen) (mi )?(permiso|autorizacion|consentimiento) (de|para) llamar*",
    "no autorizo (mas )?(llamadas|que me llam*)",
    "lista de no (llamar|molestar)",
    "lista robinson",
    "(de|dar|darme|denme|deme) de baja (mi numero|de (la|su) lista)",
    "favor de no llamar*( mas)?",
    "no se (le|les|te) ocurra volver a llamar*"
  ],
  plain: ["no (me|nos) (llame*|llamen|vuelva* a llamar)", "quiero darme de baja", "no (me|nos) llame* otra vez"],
  limits: [
    "ahora|hoy|manana|luego|despues|mientras|cuando|durante|temprano|tarde|pronto",
    "antes de|hasta|por la (manana|tarde|noche)|a (esta|esa)s? horas?",
    "(el|los) (lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)",
    "(al|en el|a mi) (trabajo|oficina|fijo)",
    "esta (semana|tarde|manana|noche)|este (mes|ano)|(senora|senor|senorita|don|dona)",
    "si|a menos"
  ],
  denials: [
    "hasta (el|que|la|las|manana)|antes de(l| las| la)",
    "no (deje*|pare*|dejen) de",
    "no (dije|digo|he dicho|dijimos|pedi)( …)?",
    "(hermano|hermana|marido|esposo|esposa|mujer|hijo|hija|madre|padre|vecin*|jefe|medico|amig*|el|ella|ellos) (me |le |les |te |nos )?(dijo|dice|dijeron|pidio|quiere|ha dicho)",
    "(banco|empresa|compania|vecin*|gente) no (deja*|para*) de",
    "por que no",
    "no me llam(o|e|a|an) (asi|carlos|nunca del)"
  ],
  alone: ["(ya )?(basta|pare|paren|para)( ya| por favor)?", "(stop|alto)", "(quiero )?dar(me)? de baja", "baja"],
  promises: [
    "no (le|la|lo|te|les) (volveremos|volvere|vamos|voy) a (volver a )?(llamar|molestar|contactar)",
    "no volveremos a (llamarle|llamarla|llamarlo|llamarte|llamarles|molestarle|contactarle)",
    "(nunca mas|ya no|no) (le|la|lo|te|les) (llamaremos|llamare|contactaremos|molestaremos)( mas| nunca| de nuevo)?",
    "no (recibira|recibiras|va a recibir) mas llamadas",
    "(hemos|he) (eliminado|borrado|quitado|retirado) su (numero|telefono|nombre)",
    "(eliminaremos|borraremos|quitaremos|retiraremos) su (numero|telefono|nombre)",
    "su numero (ha sido|fue|sera|queda) (eliminado|borrado|retirado)"
  ]
})

export const french = netOf({
  ever: [
    "(veux|souhaite) plus (jamais )?(etre|entendre) (appele*|contacte*|derange*|parler)( …)?",
    "(arretez|cessez) (ce|votre|le) harcelement( …)?",
    "(retirez|retirer|enlevez|effacez|supprimez) (moi )?(de|du) (vos|votre|tous vos) (fichier*|liste*|base*)",
    "stop aux appels",
    "ne veux plus rien de vous",

    "(veux|souhaite) (plus|pas) etre (demarche*|rappele*|appele*|contacte*|derange*)",
    "oubliez (mon|ce) numero",
    "ne (me|nous|m') ?(rappelez|appelez|telephonez|derangez|contactez|harcelez) (plus|jamais)( jamais)?",
    "ne m'(appelez|appelle|appelles) plus( jamais)?",
    "n'appelez (plus|jamais)",
    "(ne )?(me )?rappelez plus( jamais)?",
    "(ne )?rappelez (plus|jamais)",
    "(arretez|arrete|cessez) (tout de suite )?(de |d')(m'|nous )?(me )?(appeler|telephoner|harceler|deranger|embeter|rappeler|importuner|contacter)( ce numero)?",
    "arretez (vos|ces|les) appels",
    "(que|qu'on) (vous )?(ne )?m'appel* plus",
    "que vous (ne )?m'appeliez( plus)?",
    "(ne )?(veux|souhaite|voudrais|desire) plus (recevoir |avoir )?(d'appels|vos appels|ces appels|etre (appele*|contacte*|derange*)|entendre parler de vous|que vous m'appeliez|que vous me (rappeliez|contactiez))",
    "(dit|demande|repete|prie|merci|veuillez|priere) (deja )?(de )?(ne )?(plus|pas) (me |m'|nous )?(appeler|rappeler|telephoner|contacter|deranger)",
    "demande (d'arreter|de cesser) de (m'appeler|me deranger|me harceler)",
    "(merci|veuillez|priere|prie) (de )?ne (plus|pas) (me |m')(appeler|rappeler|contacter|deranger|telephoner)",
    "(retirez|enlevez|supprimez|effacez|rayez|otez|sortez|radiez)(-| )(moi|nous) (de|du) … (liste*|fichier*|base|registre)",
    "(retirez|enlevez|supprimez|effacez|rayez|otez) (moi|nous) (de|du) (votre |vos |la |ta |le )?(liste*|fichier*|base|registre)",
    "(supprimez|effacez|retirez|enlevez|rayez|bloquez) (mon|ce) (numero|nom)",
    "(supprimez|effacez) mes (coordonnees|donnees)",
    "(plus|jamais plus|plus jamais|pas) (jamais )?d'appels( s'il vous plait)?",
    "(laissez|laisse|foutez|fichez) moi (la paix|tranquille)",
    "refuse d'etre (appele*|contacte*)",
    "desinscrivez moi|desabonnez moi",
    "(veux|souhaite|voudrais) etre (retire*|raye*|desinscrit*|supprime*)( …)?",
    "(liste rouge|bloctel)",
    "(retire|revoque) mon (consentement|accord|autorisation)",
    "(pas|n'avez pas) (le droit|l'autorisation|mon accord|mon consentement) de m'appeler",
    "il ne faut plus (m'appeler|nous appeler|appeler)"
  ],
  plain: ["ne m'appelez pas", "ne me rappelez pas", "n'appelez pas"],
  limits: [
    "maintenant|aujourd'hui|demain|avant|jusqu'*|apres|pendant|quand|lorsque|tant que|si",
    "(si|trop|aussi) (tard|tot|souvent)",
    "le (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir|week)",
    "au (bureau|travail)|a cette heure|cette semaine|ce (soir|matin)",
    "madame|monsieur|mademoiselle"
  ],
  denials: [
    "(avant|jusqu'a) (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|la semaine|midi|dix|neuf|huit)",
    "n'(arretez|arrete) pas|ne cessez pas",
    "(pas|jamais) (dit|demande)",
    "(pourquoi|qui) (ne|n')*",
    "(je|on|elle|il) ne (m'appelle|s'appelle)",
    "(frere|soeur|mari|femme|fils|fille|mere|pere|voisin*|patron|il|elle|banque|ami*) (m'a|vous a|ne|n'|m'|a) ?(dit|demande|arrete|veut|a dit)( …)?",
    "(il|elle) m'a dit",
    "on ne m'appelle"
  ],
  alone: ["(stop|arretez|ca suffit|assez)( s'il vous plait| maintenant)?", "stop stop"],
  promises: [
    "(nous |on |je )?(ne )?(vous|t') ?(rappellerons|appellerons|contacterons|derangerons|rappellera|appellera|appellerai|rappellerai) (plus|jamais)( jamais)?",
    "(ne )?serez plus (appele*|contacte*|derange*|rappele*)",
    "ne recevrez plus (d'appels|aucun appel|nos appels)( …)?",
    "(nous avons|j'ai|on a) (supprime|retire|efface|enleve) votre (numero|nom)",
    "(nous allons|je vais|on va) (supprimer|retirer|effacer|enlever) votre (numero|nom)",
    "votre (numero|nom) (a ete|est|sera) (supprime|retire|efface|enleve)"
  ]
})

export const portuguese = netOf({
  ever: [
    "nao (quero|queremos|desejo) mais receber (ligac*|telefonem*|chamad*)( …)?",
    "(proibo|proibimos) (voces|voce|que) (de )?(me )?ligar*( …)?",
    "proibo voces de me ligar*",
    "(apaga*|apague*|exclu*) (o )?meu (contato|cadastro)( …)?",

    "nao (quero|queremos) mais que (voces )?(me |nos )?(ligu*|telefon*)",
    "nao (quero|queremos) receber mais (nenhum* )?(ligac*|chamad*|telefonem*)",
    "esquec* (o )?(meu|este|esse) numero",
    "nao (me |nos |voce* )?(ligue*|liga|ligar|telefone*|perturbe*|incomode*|contate*|procure*) (nunca )?mais( para mim| pra mim| para este numero)?",
    "nao (ligue*|liga) (nunca )?mais( …)?",
    "(nunca|jamais) mais (me |nos )?(ligue*|telefone*|procure*|perturbe*)",
    "nao (volte*|voltem) a (me )?(ligar|telefonar|contactar|incomodar)",
    "nao me (volte*|voltem) a (ligar|telefonar)",
    "(pare*|parem|para|parar|deixe*|deixem) de (me |nos )?(ligar|incomodar|perturbar|telefonar|encher|importunar)",
    "(tire*|tira|retire*|remova*|apague*|exclua*|delete*|bloqueie*|risque*) (o )?(meu|este|esse) (numero|nome|telefone|contato)",
    "(apague*|exclua*|remova*) (os )?meus dados",
    "(me )?(tire*|tira|retire*|remova*|exclua*|risque*)( me)? (d[aeo]*) (sua |vossa )?(lista|cadastro|sistema|base)",
    "nao (quero|desejo|queremos) mais (receber )?(as |suas |essas |estas )?(ligacoes|chamadas|telefonemas)",
    "nao (quero|desejo|queremos) (mais )?receber (mais )?(as |suas |essas |estas )?(ligacoes|chamadas|telefonemas)",
    "nao (quero|queremos|gostaria) que (voces |voce )?(me |nos )?(ligu*|contat*|telefon*)( mais)?",
    "(pedi|falei|disse|avisei|peco|gostaria) (ja )?(para|pra|que) (voces? )?(nao me ligar*|nao me ligass*|pararem de|parar de|parem de)( …)?",
    "gostaria que nao me (ligass*|contatass*|telefonass*)",
    "nao (entre*|entrem) mais em contato",
    "(deixem* me|me deixe*|me deixa) em paz",
    "me descadastr*",
    "(retiro|revogo) (o )?(meu )?consentimento",
    "nao (tem|tenho|autorizo|permito) (autorizacao|permissao) (para|de) (me )?ligar",
    "nao autorizo (mais )?(ligacoes|que me ligu*)",
    "(quero )?cancelar (essas|estas|as) ligacoes",
    "chega de (ligacoes|ligar)",
    "nao ligar mais",
    "nao me perturbe"
  ],
  plain: ["nao me ligue*", "nao ligue* (para mim|pra mim|para este numero|para ca)"],
  limits: [
    "agora|hoje|amanha|depois|antes|ate|enquanto|quando|durante|cedo|tarde|noite",
    "(no|aos|na) (domingo*|sabado*|segunda*|feriado*)",
    "no (trabalho|servico|escritorio)|de (manha|tarde|noite)|nessa hora|essa hora|esta semana",
    "se|a menos que"
  ],
  denials: [
    "(ate|antes d*) (segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha|a|as|semana)",
    "nao (pare*|deixe*) de",
    "nao (disse|falei|pedi)",
    "por que nao|porque nao",
    "(irmao|irma|marido|esposa|mulher|filho|filha|mae|pai|vizinh*|chefe|amig*|ele|ela|banco) (me |lhe |lhes )?(disse|falou|pediu|quer|nao)( …)?",
    "(nao|eu nao) ligo",
    "(condicionado|escola|filha|ninguem)( …)? liga*"
  ],
  alone: ["(para|pare|parem|chega|stop)( por favor| ja)?", "me descadastra"],
  promises: [
    "nao (vamos|vou|iremos) mais (lhe |te |o |a )?(ligar|telefonar|incomodar|perturbar)( para voce| para o senhor| para a senhora| pra voce)?",
    "nao (vamos|vou|iremos) (lhe |te )?ligar (novamente|mais|de novo)",
    "nao (lhe |te )?(ligaremos|ligarei|telefonaremos|contataremos) (mais|novamente|nunca mais)",
    "nao voltaremos a (ligar|telefonar|contactar|incomodar)( …)?",
    "(voce|o senhor|a senhora) nao (recebera|vai receber) mais (ligacoes|chamadas)",
    "(removemos|retiramos|apagamos|excluimos|removi|retirei) (o )?seu (numero|nome|contato)",
    "(vamos|vou) (remover|retirar|apagar|excluir) (o )?seu (numero|nome|contato)",
    "seu numero (foi|sera|esta) (removido|retirado|apagado|excluido)"
  ]
})

export const italian = netOf({
  ever: [
    "(proibisco|vieto) di (chiamarmi|telefonarmi|contattarmi)",
    "non voglio (piu )?(sentirvi|sentirla)( mai)?( piu)?",
    "(cancell*|elimin*|rimuov*) (subito |immediatamente )?i miei dati",
    "(finitela|finiscila|smettetela) con (queste|le) (telefonate|chiamate)",

    "dimentic* (il mio|questo) numero",
    "non (mi |ci )?(chiam*|richiam*|telefon*|contatt*|disturb*|cerc*|scocc*) (mai )?piu",
    "non (chiam*|richiam*|telefon*|contatt*|disturb*)(mi|ci) (mai )?piu",
    "non (mi )?(richiami|chiami|telefoni|contatti) mai piu",
    "mai piu (chiamate|telefonate|chiamarmi)",
    "(smett*|finit*|basta|smettere)( la| di| pure)? ?(di )?(chiamar*|telefonar*|disturbar*|scocciar*|richiamar*)",
    "la smett* di (chiamar*|telefonar*|disturbar*)",
    "basta (con )?(queste |le )?(chiamate|telefonate|chiamarmi)",
    "(cancell*|togl*|tolg*|rimuov*|elimin*|lev*|blocc*) (il mio|questo) (numero|nome|telefono)",
    "(cancell*|elimin*|rimuov*) i miei dati",
    "(toglie*|toglimi|cancellatemi|cancellami|rimuovetemi|mi tolga|mi cancelli|mi rimuova|mi tolgano)( dalla| dal| dai)( vostra| sua| tua| vostro)? (lista|elenco|database|archivio)",
    "non (voglio|desidero|vogliamo) (piu )?(essere (chiamat*|contattat*|disturbat*)|ricevere (piu )?(le |queste |vostre )?(chiamate|telefonate)|che mi (chiam*|richiam*|contatt*))( …)?",
    "(detto|chiesto|prego|chiedo|ripetuto) (gia |mille volte |sempre )?(di )?non (chiamar*|richiamar*|telefonar*|disturbar*|contattar*)( piu)?",
    "(lasciatemi|mi lasci|lasciami|mi lasciate) in pace",
    "(revoco|ritiro) (il )?(mio )?consenso( …)?",
    "non (siete|e|sei) autorizzat* a (chiamarmi|contattarmi)",
    "non (avete|ha) (il )?(permesso|consenso|diritto) (di|per|a) chiamarmi",
    "registro delle opposizioni",
    "lista di chi non vuole chiamate",
    "vorrei che non mi chiamas*( piu)?",
    "(dovete|deve) smettere di (chiamarmi|chiamare|disturbare)"
  ],
  plain: ["non (mi )?(chiami|chiamate|telefoni|telefonate)", "non chiam(ate|ar)mi"],
  limits: [
    "adesso|ora|oggi|domani|stasera|stamattina|pomeriggio|prima|dopo|fino|mentre|quando|durante|presto|tardi",
    "(la|di|il) (domenica|sabato|lunedi|mattina|sera|notte)",
    "(in|al) (ufficio|lavoro)|a quest'ora|questa settimana",
    "se|a meno"
  ],
  denials: [
    "(fino a|prima di) (lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|domani)",
    "non (smett*|la smetta)",
    "non ho (detto|chiesto)",
    "perche non",
    "(fratello|sorella|marito|moglie|figlio|figlia|madre|padre|vicin*|capo|amic*|lui|lei|banca) (mi |vi |le |non )?(ha |a )?(detto|chiesto|dice|vuole|smette)( …)?",
    "(ha|ti) detto non",
    "mi (chiamo|chiama)",
    "non mi chiamo*( …)?"
  ],
  alone: ["(basta|stop|fermo|fermi|smettila|smettetela|la smetta)( per favore| subito| adesso)?"],
  promises: [
    "non (la|ti|vi) (chiameremo|richiameremo|contatteremo|disturberemo|chiamero|richiamero) (mai )?piu",
    "non (ricevera|riceverai) piu (chiamate|telefonate)( …)?",
    "non sara piu (chiamat*|contattat*|disturbat*)",
    "(abbiamo|ho) (cancellato|rimosso|tolto|eliminato) il suo (numero|nome)",
    "(cancelleremo|rimuoveremo|toglieremo|elimineremo) il suo (numero|nome)",
    "il suo (numero|nome) (e stato|verra|sara) (cancellato|rimosso|tolto|eliminato)"
  ]
})
