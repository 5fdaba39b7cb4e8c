/**
 * How people ask to get no more mail, as whole sentences, by language. A pattern is matched against a sentence in lower
 * case without accents, in which everything but letters, digits and apostrophes is one blank.
 */
export type RemovalWords = {
  /** What may come before the request, and after it. */
  before: string;
  after: string;
  requests: readonly string[];
  /** A sentence beside the request that begins so takes something of it back. */
  contrast: RegExp;
};

const MAILS_EN = "(?:e ?mails?|mails?|messages?|newsletters?|spam|correspondence)";
const LIST_EN =
  "(?:from|off|of|off of) (?:(?:your|this|the|any|all|all of|these|that|you|ur) )*(?:\\w+ ){0,2}(?:lists?|databases?|mailings?|mailinglists?|e ?mails?|crm|records|system|campaigns?|sequences?|newsletters?|distribution|outreach|contacts)";
const WHO_EN =
  "(?:me|us|my (?:(?:e ?mail )?address|e ?mail|name|details|contact(?: details| info| information)?)|this (?:e ?mail )?address|our (?:(?:e ?mail )?address|company))";

const ENGLISH: RemovalWords = {
  before:
    "please|pls|plz|kindly|just|so|and|then|again|no thanks?|no thank you|thanks but no thanks|thank you but no|not interested|i'?m not interested|we'?re not interested|we are not interested|i am not interested|(?:can|could|would|will) you|i'?d like you to|i (?:ask|want|request|need|would like) you to|asking you to|be so kind (?:as )?to|second request",
  after:
    "please|pls|thanks?|thank you|thx|asap|as soon as possible|immediately|now|right away|at once|today|permanently|for good|again|any ?more|any longer|going forward|in (?:the )?future|and (?:do not|don'?t|dont) (?:contact|e ?mail|write to) (?:me|us)|from now on",
  requests: [
    "(?:un ?subscribe|opt (?:me )?out|remove me|stop)",
    `(?:remove|delete|unsubscribe|erase|drop) ${WHO_EN}(?: ${LIST_EN})?`,
    `(?:take|scratch|strike|get) ${WHO_EN} ${LIST_EN}`,
    `(?:unsubscribe|opt out)(?: ${WHO_EN})? ${LIST_EN}`,
    "(?:stop|quit|cease) (?:e ?mailing|contacting|messaging|writing(?: to)?|spamming|mailing|bothering|pestering) (?:me|us)",
    `(?:stop|quit) sending (?:me |us )?(?:(?:these|your|this|any|more|further|such) )*${MAILS_EN}?(?: to (?:me|us|this address))?`,
    "(?:do not|don'?t|dont|never) (?:contact|e ?mail|write to|write|message|mail|reach out to) (?:me|us|this address)",
    `(?:do not|don'?t|dont) send (?:me |us )?(?:any )?(?:more|further|these|such)(?: ${MAILS_EN})?`,
    `no (?:more|further) (?:${MAILS_EN}|contact)(?: from you)?`,
    `(?:i|we) (?:no longer (?:want|wish)|(?:do not|don'?t|dont) (?:want|wish)) to (?:receive|get|hear)(?: (?:any|more|further|your|these|from|you|such))*(?: ${MAILS_EN})?(?: from you)?`,
    `(?:i|we) (?:would like|'?d like|want|wish) to (?:unsubscribe|opt out|be removed|be unsubscribed|be taken off)(?: ${LIST_EN})?`,
    `(?:i'?d|we'?d) like to (?:unsubscribe|opt out|be removed|be unsubscribed)(?: ${LIST_EN})?`,
  ],
  contrast: /^(?:but|however|instead|unless|until|except|only|actually|just kidding|rather)\b/,
};

const LIST_DE =
  "(?:aus|von) (?:ihrem|eurem|deinem|dem|der|ihrer|eurer|deiner|diesem|dieser|ihren|allen|jeglichen) (?:\\w+ )?(?:e ?mail ?)?(?:verteilern?|verteilerliste|listen?|mailinglisten?|newslettern?|datenbank|mailverteiler|adressliste|adressdatenbank|kontaktliste|system)";
const WHO_DE =
  "(?:mich|uns|meine (?:e ?mail ?)?adresse|meine mailadresse|meine daten|unsere (?:e ?mail ?)?adresse|diese (?:e ?mail ?)?adresse)";
const MAILS_DE = "(?:e ?mails?|mails?|nachrichten|werbung|newsletter|werbemails|angebote)";

const GERMAN: RemovalWords = {
  before:
    "bitte|und|also|nein danke|danke nein|kein interesse|kein interesse danke|wir haben kein interesse|ich habe kein interesse|hiermit|nochmals|noch einmal|ich bitte (?:sie|dich|euch)|ich fordere sie auf|konnen sie|konnten sie|kannst du|konntest du|wurden sie|seien sie so freundlich und",
  after:
    "bitte|danke|vielen dank|besten dank|sofort|umgehend|unverzuglich|ab sofort|mehr|kunftig|in zukunft|zukunftig|dauerhaft|heraus|raus|runter|und (?:schreiben|kontaktieren) sie (?:mir|mich|uns) nicht (?:mehr|wieder)",
  requests: [
    "(?:abmelden|austragen|abbestellen|unsubscribe|stop|abmeldung|newsletter abbestellen)",
    `(?:nehmen sie|nimm|nehmt|streichen sie|streich|streiche|streicht) ${WHO_DE} (?:bitte )?${LIST_DE}`,
    `(?:loschen sie|losch|losche|loscht|entfernen sie|entferne|entfernt|tragen sie|trag|melden sie|meld) ${WHO_DE}(?: bitte)?(?: ${LIST_DE})?(?: (?:aus|ab))?`,
    `${WHO_DE} (?:bitte )?${LIST_DE} (?:zu )?(?:nehmen|loschen|streichen|entfernen|austragen|herausnehmen|rausnehmen|abmelden)`,
    `${WHO_DE} (?:bitte )?(?:loschen|entfernen|austragen|abmelden|auszutragen|abzumelden|zu loschen|zu entfernen)`,
    `${LIST_DE} (?:bitte )?(?:nehmen|loschen|streichen|entfernen|austragen|abmelden)`,
    "(?:schreiben|schreib|schreibt|mailen|kontaktieren|kontaktiere|kontaktiert|belastigen)(?: sie)? (?:mir|mich|uns)(?: bitte)? (?:nicht mehr|nicht wieder|nie wieder|nie mehr|nicht langer)(?: an)?",
    "(?:mir|mich|uns) (?:bitte )?(?:nicht mehr|nie wieder) (?:zu )?(?:schreiben|anschreiben|kontaktieren|anzuschreiben|mailen)",
    `keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: (?:von|an) (?:ihnen|euch|dir|mich|uns))?(?: (?:schicken|senden|zusenden))?`,
    `(?:schicken|senden|schick|sende)(?: sie)? (?:mir|uns) (?:bitte )?keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: zu)?`,
    `(?:ich|wir) (?:mochten?|will|wollen|wunsche|wunschen) (?:von (?:ihnen|euch) )?keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: von (?:ihnen|euch|dir))?(?: mehr)?(?: (?:erhalten|bekommen))?`,
    `(?:ich|wir) (?:mochten?|will|wollen) (?:mich|uns) (?:gerne )?(?:${LIST_DE} )?(?:abmelden|austragen)`,
    "unterlassen sie (?:bitte )?(?:weitere|jegliche|jede weitere|kunftige) (?:e ?mails?|mails?|nachrichten|kontaktaufnahmen?|werbung|zusendungen)",
  ],
  contrast: /^(?:aber|sondern|ausser|stattdessen|bis|jedoch|doch|es sei denn|sonst)\b/,
};

const LIST_FR =
  "(?:de|des) (?:(?:votre|vos|cette|la|les|ta|tes|toutes|ces|vos) )*(?:listes?|bases?|fichiers?|mailings?|newsletters?|mailing lists?|envois|repertoire|contacts)(?: (?:de |d'|d )?(?:diffusion|envoi|envois|contacts?|donnees|mailing|emailing|prospection|mails?))?";
const MAILS_FR =
  "(?:e ?mails?|mails?|messages?|courriels?|newsletters?|publicites?|sollicitations?)";

const FRENCH: RemovalWords = {
  before:
    "merci de bien vouloir|merci de|merci d'|veuillez|svp|s'il vous plait|s'il te plait|non merci|pas interesse|pas interessee|nous ne sommes pas interesses|je ne suis pas interessee?|pouvez vous|pourriez vous|peux tu|je vous prie de|je vous demande de|je souhaite|je voudrais|j'aimerais|je desire|et|donc|bien vouloir|a nouveau",
  after:
    "merci|svp|s'il vous plait|s'il te plait|immediatement|des maintenant|d'avance|par avance|bien|desormais|a l'avenir|au plus vite|definitivement|et de ne plus (?:me|nous) contacter",
  requests: [
    "(?:desabonnement|desinscription|desinscrire|desabonner|me desabonner|me desinscrire|stop|unsubscribe)",
    `(?:me|nous) (?:retirer|supprimer|enlever|desinscrire|desabonner|radier|effacer|rayer|sortir)(?: ${LIST_FR})?`,
    `(?:retirer|supprimer|enlever|effacer) (?:mon (?:adresse|e ?mail|mail|contact|nom)|mon adresse (?:e ?mail|mail)|mes (?:coordonnees|donnees))(?: ${LIST_FR})?`,
    `(?:retirez|supprimez|enlevez|desinscrivez|desabonnez|effacez|retire|supprime|enleve|rayez) (?:moi|nous|mon adresse|mon adresse (?:e ?mail|mail)|mon (?:e ?mail|mail|contact))(?: ${LIST_FR})?`,
    `(?:etre|etre) (?:retiree?|supprimee?|desinscrite?|desabonnee?|enlevee?)(?: ${LIST_FR})?`,
    `(?:ne |n )?(?:me|m'|m |nous) (?:contactez|ecrivez|sollicitez|recontactez|relancez) (?:plus|pas)`,
    `(?:ne |n )?(?:m'|m |nous )envoyez (?:plus|pas)(?: (?:de|d'|d|vos|ces) ?${MAILS_FR})?`,
    `ne plus (?:me|m'|m|nous) ?(?:contacter|ecrire|solliciter|recontacter|relancer|envoyer(?: (?:de|d'|d|vos|ces) ?${MAILS_FR})?)`,
    `ne plus (?:recevoir (?:(?:de|d'|d|vos|ces|aucun) ?)?${MAILS_FR}(?: de (?:votre|vos) part)?|etre contactee?s?)`,
    `(?:je|nous) ne (?:souhaite|veux|desire|souhaitons|voulons)(?: pas|plus)? (?:plus )?(?:recevoir (?:(?:de|d'|d|vos|ces|aucun) ?)?${MAILS_FR}(?: de (?:votre|vos) part)?|etre contactee?s?(?: par vous)?)`,
    `(?:arretez|cessez|arrete) de (?:m'|m |me |nous )(?:ecrire|contacter|solliciter|spammer|envoyer (?:des|vos|ces) ${MAILS_FR})`,
    `plus (?:de|d'|d|aucun) ?${MAILS_FR}(?: de votre part)?`,
  ],
  contrast: /^(?:mais|sauf|plutot|par contre|cependant|toutefois|en revanche|a moins)\b/,
};

const LIST_ES =
  "(?:de|del) (?:(?:su|sus|tu|tus|esta|este|la|las|el|vuestra|vuestras|todas) )*(?:listas?|bases?|envios|newsletter|mailing|boletin|registros|sistema|correos)(?: de)?(?: (?:correos?|distribucion|contactos?|envios?|datos|difusion|mailing|suscriptores|correo electronico))?";
const MAILS_ES =
  "(?:correos?(?: electronicos?)?|e ?mails?|mails?|mensajes?|publicidad|informacion)";

const SPANISH: RemovalWords = {
  before:
    "por favor|favor de|y|entonces|no gracias|gracias pero no|no me interesa|no nos interesa|no estoy interesad[oa]|puede|pueden|podria|podrian|puedes|podrias|le ruego que|les ruego que|le pido que|les pido que|solicito que|quiero que|ruego|solicito|quiero|quisiera|deseo|me gustaria|le agradeceria|de nuevo",
  after:
    "por favor|gracias|muchas gracias|inmediatamente|ya|de inmediato|cuanto antes|lo antes posible|en el futuro|nunca mas|mas|ahora|y no me contacten mas",
  requests: [
    "(?:baja|unsubscribe|stop|dar de baja|darme de baja|darse de baja|cancelar suscripcion|cancelar la suscripcion|desuscribir|desuscribirme)",
    `(?:elimineme|eliminenme|eliminame|eliminarme|borreme|borrenme|borrame|borrarme|quiteme|quitenme|quitame|quitarme|saqueme|saquenme|sacame|sacarme|excluyanme|desuscribanme|desuscribirme|retirenme|retireme)(?: ${LIST_ES})?`,
    `(?:deme|denme|dame|darme|dadme|nos den|me den|me de|damos) de baja(?: ${LIST_ES})?`,
    `(?:me )?(?:eliminen|elimine|borren|borre|quiten|quite|saquen|saque) (?:mi (?:correo|e ?mail|direccion|contacto|nombre)(?: electronico)?|mis datos)?(?: ?${LIST_ES})?`,
    `(?:eliminar|borrar|quitar|elimina|borra|quita) (?:mi (?:correo|e ?mail|direccion|contacto|nombre)(?: electronico)?|mis datos)(?: ${LIST_ES})?`,
    "ser (?:eliminad[oa]|dad[oa] de baja|borrad[oa])(?: de (?:su|la|esta) lista)?",
    `no (?:me|nos) (?:vuelvan a |vuelva a |vuelvas a )?(?:escriban?|escribas|escribir|contacten?|contactes|contactar|envien?|envies|enviar|manden?|mandes|mandar|molesten?|molestes)(?: mas)?(?: ${MAILS_ES})?`,
    `(?:deje|dejen|deja|dejad|paren|pare|para) de (?:escribirme|escribirnos|contactarme|contactarnos|molestar|molestarme|(?:enviarme|enviarnos|mandarme|mandarnos|enviar|mandar)(?: (?:mas|estos|sus))?(?: ${MAILS_ES})?)`,
    `(?:no|ya no) (?:quiero|deseo|queremos|deseamos) (?:recibir )?(?:mas )?(?:sus |tus )?${MAILS_ES}(?: (?:suyos|de ustedes|de su parte|tuyos))?`,
    `no mas ${MAILS_ES}`,
  ],
  contrast: /^(?:pero|sino|excepto|hasta que|mejor|en cambio|sin embargo|salvo)\b/,
};

const LIST_IT =
  "(?:dalla|dalle|dal|dai|da) (?:(?:vostra|vostre|vostro|tua|tue|sua|sue|questa|queste|tutte le) )*(?:lista|liste|mailing ?list|database|newsletter|elenco|elenchi|archivi|rubrica|contatti)(?: (?:di|dei|degli) (?:distribuzione|invio|contatti|invii|posta))?";
const MAILS_IT = "(?:e ?mail|mail|messaggi|comunicazioni|newsletter|pubblicita|messaggio)";

const ITALIAN: RemovalWords = {
  before:
    "per favore|per cortesia|per piacere|cortesemente|gentilmente|vi prego di|la prego di|ti prego di|si prega di|prego di|vi chiedo di|le chiedo di|chiedo di|e|quindi|no grazie|grazie ma no|non sono interessat[oa]|non siamo interessati|non mi interessa|potete|potreste|puo|potrebbe|puoi|potresti|vogliate|voglia|vorrei|desidero|gradirei|chiedo la|richiedo la|di nuovo",
  after:
    "per favore|per cortesia|grazie|grazie mille|subito|immediatamente|in futuro|da subito|definitivamente|piu|mai piu|e non contattatemi piu|al piu presto",
  requests: [
    "(?:cancellami|rimuovimi|cancellatemi|rimuovetemi|disiscrivimi|disiscrivetemi|disiscrizione|cancellazione|disiscrivermi|unsubscribe|stop)",
    `(?:cancellami|rimuovimi|cancellatemi|rimuovetemi|disiscrivimi|disiscrivetemi|toglietemi|toglimi|eliminatemi|eliminami|rimuovermi|cancellarmi|togliermi|eliminarmi|disiscrivermi|disiscrizione|cancellazione|mi rimuova|mi cancelli|mi tolga|mi elimini)(?: ${LIST_IT})?`,
    `(?:rimuovere|cancellare|togliere|eliminare|rimuovete|cancellate|togliete|eliminate|rimuova|cancelli) (?:il mio (?:indirizzo|contatto|nominativo|nome)(?: (?:e ?mail|mail))?|la mia (?:e ?mail|mail)|i miei dati)(?: ${LIST_IT})?`,
    `(?:essere|venire) (?:rimoss[oa]|cancellat[oa]|tolt[oa]|eliminat[oa]|disiscritt[oa])(?: ${LIST_IT})?`,
    "non (?:scrivetemi|scrivermi|contattatemi|contattarmi|contattateci|scriveteci|mi scriva|mi contatti|mi scrivete|mi contattate|mi scrivere|mi contattare)(?: mai)? piu",
    `non (?:mandatemi|inviatemi|mandarmi|inviarmi|mi mandi|mi invii) (?:piu )?${MAILS_IT}(?: piu)?`,
    `(?:smettete|smettetela|smetta|smettila|smetti|basta) (?:di )?(?:scrivermi|scriverci|contattarmi|contattarci|disturbarmi|(?:mandarmi|inviarmi|mandare|inviare) (?:queste |questi )?${MAILS_IT})`,
    `non (?:voglio|desidero|vogliamo|desideriamo|intendo) (?:piu )?(?:ricevere )?(?:piu )?(?:(?:le|vostre|altre|i|vostri|altri|queste|sue) )*${MAILS_IT}(?: (?:da voi|da lei|da parte vostra|vostre))?`,
    "non (?:voglio|desidero) (?:piu )?essere (?:piu )?contattat[oa]",
    `(?:basta|niente piu) ${MAILS_IT}`,
  ],
  contrast: /^(?:ma|pero|invece|tranne|finche|salvo|tuttavia|piuttosto)\b/,
};

const LIST_PT =
  "(?:da|das|do|dos|de|desta|dessa|deste) (?:(?:sua|suas|tua|seu|seus|vossa|vossas|esta|minha|todas as) )*(?:listas?|bases?|newsletter|mailing|cadastro|banco|envios|contatos|contactos)(?: de)?(?: (?:e ?mails?|distribuicao|contatos?|contactos?|envios?|dados|transmissao|correio|mailing))?";
const MAILS_PT =
  "(?:e ?mails?|mensagens?|mensagem|publicidade|contatos?|contactos?|newsletters?|spam)";

const PORTUGUESE: RemovalWords = {
  before:
    "por favor|favor|por gentileza|gentileza|e|entao|nao obrigad[oa]|obrigad[oa] mas nao|nao tenho interesse|nao temos interesse|sem interesse|nao estou interessad[oa]|pode|podem|poderia|poderiam|podes|peco que|peco para|solicito que|solicito|agradeco que|agradecia que|quero|queria|gostaria de|gostava de|desejo|pretendo|novamente",
  after:
    "por favor|obrigad[oa]|grat[oa]|agradeco|imediatamente|ja|de imediato|o quanto antes|quanto antes|no futuro|mais|definitivamente|desde ja|e nao me contatem mais",
  requests: [
    "(?:descadastrar|descadastro|descadastre me|remover|sair da lista|cancelar inscricao|cancelar subscricao|cancelar a subscricao|cancelar a inscricao|unsubscribe|stop)",
    `(?:remova|remover|retire|retirar|exclua|excluir|tire|tirar|elimine|eliminar|apague|apagar|descadastre|descadastrar|removam|retirem|tirem|excluam|eliminem) (?:me|nos|meu (?:e ?mail|nome|contato|contacto|endereco)|o meu (?:e ?mail|nome|contato|contacto|endereco)|meus dados|os meus dados)(?: ${LIST_PT})?`,
    `me (?:remova|remover|retire|retirar|exclua|excluir|tire|tirar|elimine|eliminar|apague|descadastre|descadastrar|removam|retirem|tirem|excluam)(?: ${LIST_PT})?`,
    `ser (?:removid[oa]|retirad[oa]|excluid[oa]|eliminad[oa])(?: ${LIST_PT})?`,
    `nao (?:me |nos )?(?:voltem? a )?(?:enviem?|envies|mandem?|mandes|escrevam?|escrevas|contatem?|contactem?|contactes|enviar|mandar|escrever|contactar|contatar)(?: me| nos)?(?: mais)?(?: ${MAILS_PT})(?: mais)?`,
    "nao (?:me |nos )(?:voltem? a )?(?:escrevam?|contatem?|contactem?|contactes|contactar|contatar|escrever|incomodem?|enviem?|mandem?|enviem? nada)(?: mais)?(?: nada)?",
    `(?:parem|pare|para) de (?:me |nos )?(?:enviar|mandar|escrever|contatar|contactar|incomodar)(?: me| nos)?(?: (?:estes|estas|seus|suas|vossos))?(?: ${MAILS_PT})?`,
    `nao (?:quero|desejo|pretendo|queremos|desejamos) (?:mais )?(?:receber )?(?:mais )?(?:(?:os|seus|suas|as|vossos|vossas|estes|estas) )*${MAILS_PT}(?: (?:de voces|vossos|vossas|seus|suas|da vossa parte))?(?: mais)?`,
    "nao (?:quero|desejo|pretendo) (?:mais )?ser (?:mais )?(?:contactad[oa]|contatad[oa])",
    `(?:chega de|sem mais) ${MAILS_PT}`,
  ],
  contrast: /^(?:mas|porem|exceto|ate que|em vez|contudo|no entanto|salvo)\b/,
};

const LIST_NL =
  "(?:uit|van|af van) (?:(?:uw|jullie|je|jouw|deze|de|alle|dit|het) )*(?:lijst|lijsten|mailinglijst|mailinglist|maillijst|verzendlijst|mailing|bestand|bestanden|database|nieuwsbrief|adressenlijst|adressenbestand|contactenlijst|systeem)";
const WHO_NL =
  "(?:mij|me|ons|mijn (?:e ?mail ?)?adres|mijn mailadres|mijn gegevens|ons (?:e ?mail ?)?adres|dit (?:e ?mail ?)?adres)";
const MAILS_NL = "(?:e ?mails?|mails?|mailtjes|berichten|nieuwsbrieven|reclame|spam|aanbiedingen)";

const DUTCH: RemovalWords = {
  before:
    "gelieve|graag|aub|a u b|alstublieft|alsjeblieft|svp|en|dus|nee bedankt|nee dank u|nee dank je|geen interesse|ik heb geen interesse|wij hebben geen interesse|niet geinteresseerd|wilt u|wil je|willen jullie|kunt u|kun je|kunnen jullie|zou u|zou je|zouden jullie|ik verzoek u|nogmaals|ik wil|wij willen",
  after:
    "graag|aub|a u b|alstublieft|alsjeblieft|svp|bedankt|dank u|dank je|dank je wel|dank u wel|direct|meteen|onmiddellijk|per direct|zo snel mogelijk|voortaan|in de toekomst|meer|willen|kunnen|en niet meer contacteren",
  requests: [
    "(?:uitschrijven|afmelden|uitschrijving|afmelding|unsubscribe|stop)",
    `(?:verwijder|verwijdert|schrap|haal|haalt) ${WHO_NL}(?: (?:aub|alstublieft|alsjeblieft|graag|svp))? ${LIST_NL}(?: (?:af|uit))?`,
    `(?:verwijder|verwijdert|schrijf|meld) ${WHO_NL}(?: (?:uit|af))?`,
    `(?:schrijf|meld) ${WHO_NL} (?:uit|af) ?(?:${LIST_NL})?`,
    `${WHO_NL} (?:aub |alstublieft |graag )?${LIST_NL} (?:te )?(?:verwijderen|halen|uitschrijven|uit te schrijven|schrappen|afhalen|af te halen|wissen|afmelden)`,
    `${WHO_NL} (?:te )?(?:verwijderen|uitschrijven|afmelden|uit te schrijven|af te melden)(?: ${LIST_NL})?`,
    `(?:stop|stoppen|ophouden|hou op) (?:met )?(?:het )?(?:mij |me |ons )?(?:te )?(?:mailen|e ?mailen|contacteren|benaderen|schrijven|spammen|sturen van (?:deze |dit soort )?${MAILS_NL}|${MAILS_NL} (?:te )?sturen)`,
    "(?:mail|e ?mail|contacteer|benader|schrijf|bericht) (?:mij|me|ons) (?:niet meer|nooit meer|niet|niet langer)",
    `(?:stuur|zend|stuurt) (?:mij|me|ons) (?:aub |alstublieft )?geen (?:verdere )?${MAILS_NL}(?: meer)?`,
    `(?:mij|me|ons) (?:niet meer|geen ${MAILS_NL} meer) (?:te )?(?:mailen|benaderen|contacteren|sturen|schrijven)`,
    `geen (?:verdere )?${MAILS_NL}(?: meer)?(?: (?:sturen|ontvangen|van (?:u|jullie|je)))?`,
    `(?:ik|wij|we) (?:wil|willen|wens|wensen|hoef) (?:(?:van (?:u|jullie|je)) )?geen (?:verdere )?${MAILS_NL}(?: meer)?(?: van (?:u|jullie|je))?(?: meer)?(?: (?:te )?(?:ontvangen|krijgen))?`,
    "(?:ik|wij|we) (?:wil|willen|wens) (?:graag )?(?:niet meer (?:gemaild|benaderd|gecontacteerd) worden|(?:me|mij|ons) (?:uitschrijven|afmelden)|(?:uitgeschreven|verwijderd|afgemeld) worden)",
  ],
  contrast: /^(?:maar|tenzij|behalve|totdat|echter|in plaats|wel)\b/,
};

const LIST_PL =
  "(?:z|ze) (?:(?:waszej|panstwa|tej|twojej|swojej|pana|pani|wszystkich|waszych|waszego|tego|swojego) )*(?:listy|list|bazy|mailingu|newslettera|subskrypcji|bazy danych|korespondencji)(?: (?:mailingowej|mailingowych|danych|adresowej|wysylkowej|kontaktow|odbiorcow|subskrybentow|mailowej))?";
const WHO_PL =
  "(?:mnie|nas|moj(?:ego)? adres(?:u)?(?: e ?mail| mailowy| mailowego)?|moj(?:ego)? (?:e ?mail|mail|maila|e ?maila)|moich danych|moje dane|tego adresu)";
const MAILS_PL = "(?:maili|e ?maili|wiadomosci|ofert|reklam|spamu|mailingu)";

const POLISH: RemovalWords = {
  before:
    "prosze|poprosze|uprzejmie prosze|bardzo prosze|prosimy|o|i|wiec|nie dziekuje|dziekuje nie|nie jestem zainteresowan[ya]|nie jestesmy zainteresowani|brak zainteresowania|czy moga panstwo|czy moze pan|czy moze pani|czy mozecie|czy mozesz|zadam|wnosze o|ponownie|chce|chcialbym|chcialabym",
  after:
    "prosze|dziekuje|dzieki|z gory dziekuje|natychmiast|niezwlocznie|wiecej|juz|w przyszlosci|jak najszybciej|od zaraz|na stale|i nie pisac wiecej",
  requests: [
    "(?:wypisz mnie|wypisanie|rezygnuje|wypisuje sie|unsubscribe|stop|wypisac mnie)",
    `(?:usuniecie|wypisanie|skreslenie|wykreslenie) ${WHO_PL}(?: ${LIST_PL})?`,
    `(?:mnie |nas )?(?:usunac|wypisac|skreslic|wykreslic)(?: ${WHO_PL})?(?: ${LIST_PL})?`,
    `(?:usuncie|wypiszcie|usun|wypisz|wykreslcie|skreslcie|wykresl|skresl) ${WHO_PL}(?: ${LIST_PL})?`,
    `(?:zostac usuniet[ya]|wypisac sie|rezygnuje|wypisuje sie|zrezygnowac) ?(?:${LIST_PL})?`,
    `(?:(?:do mnie|do nas|wiecej|juz) )*nie (?:pisac|pisz|piszcie|pisali)(?: (?:do mnie|do nas|wiecej|juz))*`,
    `(?:mi |nam |do mnie )?(?:nie|juz nie|wiecej nie|nie przysylanie|niewysylanie|nieprzysylanie) ?(?:wysylac|wysylajcie|wysylaj|przysylac|przysylajcie|przysylaj|wysylanie|przysylanie)?(?: (?:mi|nam|do mnie|wiecej|juz|mi wiecej|zadnych|takich|tych))* ${MAILS_PL}`,
    "(?:nie|wiecej nie) (?:kontaktowac sie|kontaktujcie sie|kontaktuj sie|kontaktowanie sie)(?: (?:ze mna|z nami|wiecej))*",
    `nie (?:chce|zycze sobie|zyczymy sobie|chcemy) (?:(?:juz|wiecej|otrzymywac|dostawac|od|was|panstwa|zadnych|tych|waszych|takich|kolejnych) )*${MAILS_PL}(?: od (?:was|panstwa|ciebie))?`,
    "nie (?:chce|zycze sobie) (?:(?:juz|wiecej|dalszego) )*kontaktu",
  ],
  contrast: /^(?:ale|chyba ze|oprocz|dopoki|jednak|natomiast|zamiast)\b/,
};

export const REMOVAL_WORDS: readonly RemovalWords[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  POLISH,
];
