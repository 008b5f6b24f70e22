/** The chunks of a business, and questions to it, each with the chunks that answer it (maybe none). */
export interface Business {
  readonly chunks: Readonly<Record<string, string>>
  readonly questions: ReadonlyArray<readonly [question: string, ...answeredBy: ReadonlyArray<string>]>
}

const clinic: Business = {
  chunks: {
    hours: "We are open from nine to six, Monday to Saturday. On Sundays and public holidays the clinic stays closed.",
    prices:
      "Price list. Consultation 500 rupees. X-ray 800 rupees. Root canal treatment 4,000 rupees a tooth. Scaling and polishing 1,200 rupees. Ceramic crown 6,500 rupees. Prices include taxes.",
    doctors:
      "Our doctors. Dr Meera Iyer is an orthodontist with twelve years of experience in braces and aligners. Dr Arjun Rao is a surgeon who removes wisdom teeth and places implants. Dr Sana Sheikh treats children.",
    location:
      "Smile Dental Care is on the second floor of Lotus Plaza, MG Road, opposite the metro station. Parking for patients is free in the basement of the building.",
    insurance:
      "We accept health insurance of Star Health, HDFC Ergo and Niva Bupa for surgery. Bring your policy card and a photo ID; the claim is filed by our desk, and approval takes two working days.",
    after:
      "After an extraction do not rinse your mouth for 24 hours, eat soft and cold food, and avoid smoking. Some swelling is normal. If bleeding does not stop, call our emergency line at once."
  },
  questions: [
    ["What are your opening hours?", "hours"],
    ["When are you open?", "hours"],
    ["Are you open on Sunday?", "hours"],
    ["aap kab khulte ho", "hours"],
    ["clinic ki timing kya hai", "hours"],
    ["आप कब खुलते हैं?", "hours"],
    ["How much does a root canal cost?", "prices"],
    ["root canal kitne ka hai", "prices"],
    ["What is the price of a crown?", "prices"],
    ["x-ray ke kitne paise lagenge", "prices"],
    ["Do you have a doctor for children?", "doctors"],
    ["Who does braces?", "doctors"],
    ["Where are you located?", "location"],
    ["What is your address?", "location"],
    ["clinic kahan hai", "location"],
    ["Is there parking?", "location"],
    ["Do you take Star Health insurance?", "insurance"],
    ["How long does the claim approval take?", "insurance"],
    ["What can I eat after an extraction?", "after"],
    ["Is swelling normal after extraction?", "after"],
    ["Do you sell contact lenses?"],
    ["Can I get a home loan?"],
    ["What is the fee for a hostel room?"],
    ["Do you deliver medicine by courier?"]
  ]
}

const bank: Business = {
  chunks: {
    rates:
      "Interest on a personal loan is from 10.5 percent to 16 percent a year, depending on your credit score and income. A processing charge of 2 percent of the amount is deducted at disbursal.",
    documents:
      "Documents for a loan: PAN card, Aadhaar card, salary slips of the last three months, bank statement of six months, and two photographs. Self-employed customers submit income tax returns of two years.",
    late: "If an instalment is missed, a penalty of 2 percent a month is charged on the overdue amount, and the delay is reported to the credit bureau. Please keep enough balance on the due date, the fifth of each month.",
    foreclosure:
      "You may close the loan early after twelve instalments. The foreclosure charge is 3 percent of the outstanding principal. Part payment is allowed once a year without charge.",
    eligibility:
      "Salaried persons between 21 and 58 years with a monthly income of at least 25,000 rupees are eligible. The loan amount is from 50,000 rupees to 15 lakh rupees, for 12 to 60 months.",
    care: "Customer care is reached on the toll-free number 1800 200 3344 from 8 am to 8 pm. Complaints may be written to care@example.com and are answered within three working days."
  },
  questions: [
    ["What is the interest rate on a personal loan?", "rates"],
    ["personal loan ka interest rate kya hai", "rates"],
    ["पर्सनल लोन पर ब्याज कितना है?", "rates"],
    ["Which documents do I need for the loan?", "documents"],
    ["kaunse documents chahiye", "documents"],
    ["loan ke liye kya kagaz lagenge", "documents"],
    ["Do I need salary slips?", "documents"],
    ["What happens if I miss an instalment?", "late"],
    ["Is there a penalty for late payment?", "late"],
    ["Can I close the loan early?", "foreclosure"],
    ["What is the foreclosure charge?", "foreclosure"],
    ["Is part payment allowed?", "foreclosure"],
    ["Am I eligible with a monthly income of thirty thousand?", "eligibility"],
    ["What is the maximum loan amount?", "eligibility"],
    ["What is your customer care number?", "care"],
    ["customer care ka number do", "care"],
    ["How do I make a complaint?", "care"],
    ["Do you rent lockers for jewellery?"],
    ["Which doctor is available today?"],
    ["Do you have vegetarian food?"],
    ["kya aap gold coin bechte hain"]
  ]
}

const coaching: Business = {
  chunks: {
    fees: "कोर्स की फीस: जेईई की दो साल की क्लास की फीस 1,20,000 रुपये है। फीस तीन किस्तों में दी जा सकती है। भाई-बहन को दस प्रतिशत की छूट मिलती है।",
    batches: "नया बैच पहली अप्रैल से शुरू होगा। क्लास सोमवार से शुक्रवार शाम चार बजे से सात बजे तक होती है। रविवार को टेस्ट होता है।",
    admission:
      "प्रवेश के लिए दसवीं की मार्कशीट, आधार कार्ड और दो फोटो लाइए। दाखिला एक छोटी परीक्षा के बाद होता है, जो हर शनिवार को ली जाती है।",
    hostel:
      "लड़कों और लड़कियों के लिए अलग हॉस्टल है। कमरे में दो विद्यार्थी रहते हैं, और खाना शाकाहारी है। हॉस्टल का किराया आठ हजार रुपये महीना है।",
    scholarship:
      "जिन विद्यार्थियों के दसवीं में नब्बे प्रतिशत से ज्यादा अंक हैं, उन्हें पचास प्रतिशत स्कॉलरशिप मिलती है। सैनिकों के बच्चों को भी छात्रवृत्ति दी जाती है।",
    address: "हमारा पता: गीता भवन के सामने, राजीव नगर, कोटा। बस स्टैंड से ऑटो दस मिनट में पहुंचता है।"
  },
  questions: [
    ["फीस कितनी है?", "fees"],
    ["course ki fees kitni hai", "fees"],
    ["क्या फीस किस्तों में दे सकते हैं?", "fees"],
    ["नया बैच कब शुरू होगा?", "batches"],
    ["class kitne baje hoti hai", "batches"],
    ["क्लास का समय क्या है?", "batches"],
    ["दाखिले के लिए कौन से कागज चाहिए?", "admission"],
    ["admission kaise hoga", "admission"],
    ["क्या हॉस्टल मिलेगा?", "hostel"],
    ["hostel ka kiraya kitna hai", "hostel"],
    ["हॉस्टल में खाना कैसा है?", "hostel"],
    ["स्कॉलरशिप किसे मिलती है?", "scholarship"],
    ["scholarship milegi kya", "scholarship"],
    ["आपका पता क्या है?", "address"],
    ["kota mein kahan hai aapka centre", "address"],
    ["क्या आप घर पर दवा भेजते हैं?"],
    ["होम लोन का ब्याज कितना है?"],
    ["क्या बाल काटने का समय मिल सकता है?"]
  ]
}

const filler =
  "Thank you for choosing us. Please read these notes carefully before your visit. Our staff are trained to help every member in a friendly way, and they wear a badge with their name. We ask all members to keep the place clean and to treat each other with respect. Things that were lost are kept at the desk for a month. Photos may only be taken where nobody else is seen on them. Smoking is not permitted anywhere in the building. In case of fire follow the green signs to the stairs, and never use the lift. The management may change these rules, and puts up a notice when it does. Children under fourteen come with a parent. Bring your own bottle; water is free at the counters on both floors. Lockers open with a coin that you get back. "

// Chunks of the usual length.
const gym: Business = {
  chunks: {
    membership: `Membership. ${filler}A monthly membership costs 1,800 rupees, a quarterly one 4,500 rupees, and a year 14,000 rupees. Students get 15 percent off with a valid college card. The membership begins on the day of payment and can be frozen twice a year, each time for two weeks, for instance when you travel or are ill. It is personal and cannot be transferred to a friend.`,
    classes: `Classes. ${filler}Yoga is taught on Monday, Wednesday and Friday at 6:30 am by Kavita. Zumba is on Tuesday and Thursday at 7 pm. Spinning classes are on Saturday at 9 am. Places are limited to twenty, so please book your place in the app a day before. Who comes late by more than ten minutes cannot join.`,
    trainers: `Personal training. ${filler}Our six certified trainers make a plan for weight loss, for muscle gain, or for recovery from an injury. Twelve sessions of personal training cost 9,000 rupees. The first assessment with a body composition analysis is free for new members. A dietician visits each Saturday.`,
    timing: `Timings. ${filler}The gym is open from 5:30 am to 10:30 pm on weekdays, from 7 am to 8 pm on Saturday, and from 7 am to noon on Sunday. Women have the second floor to themselves from 11 am to 1 pm.`
  },
  questions: [
    ["How much is a yearly membership?", "membership"],
    ["Is there a student discount?", "membership"],
    ["Can I freeze my membership when I travel?", "membership"],
    ["membership transfer ho sakti hai kya", "membership"],
    ["When is the yoga class?", "classes"],
    ["yoga kab hota hai", "classes"],
    ["Who teaches yoga?", "classes"],
    ["Do you have Zumba?", "classes"],
    ["How much does personal training cost?", "trainers"],
    ["Do you have a dietician?", "trainers"],
    ["personal trainer milega", "trainers"],
    ["When does the gym open?", "timing"],
    ["gym kitne baje khulta hai", "timing"],
    ["Is there a separate time for women?", "timing"],
    ["Do you sell protein powder?"],
    ["Can I pay my electricity bill here?"],
    ["Which visa documents are needed?"],
    ["Do you repair bicycles?"]
  ]
}

/** Businesses by which the words and bounds of the embedder were chosen. */
export const fitted: Readonly<Record<string, Business>> = { clinic, bank, coaching, gym }

const salon: Business = {
  chunks: {
    services:
      "Haircut for women from 600 rupees, for men 350 rupees. Hair colour from 2,200 rupees, keratin smoothing 4,500 rupees. A bridal package with make-up, hair and draping is 18,000 rupees.",
    appointment:
      "Appointments are made by phone or on our website, and a stylist of your choice may be named. Walk-in customers wait for a free chair. Please come ten minutes before your slot.",
    hours: "We work from 10 am to 8 pm on all days but Tuesday, when the salon is closed.",
    gift: "Gift vouchers of 1,000, 2,500 and 5,000 rupees are valid for one year, at all our branches, and are not exchanged for cash.",
    hygiene: "Tools are sterilised after each customer, towels are used once, and our staff wear masks and gloves."
  },
  questions: [
    ["What does a haircut cost?", "services"],
    ["hair colour kitne ka hai", "services"],
    ["Do you have a bridal package?", "services"],
    ["How do I book an appointment?", "appointment"],
    ["appointment kaise le", "appointment"],
    ["Can I choose my stylist?", "appointment"],
    ["Are you open on Tuesday?", "hours"],
    ["salon kab khulta hai", "hours"],
    ["How long is the gift voucher valid?", "gift"],
    ["Do you sell gift vouchers?", "gift"],
    ["Are the tools sterilised?", "hygiene"],
    ["Do you use clean towels?", "hygiene"],
    ["Do you give personal loans?"],
    ["Is there a bus to the airport?"]
  ]
}

const school: Business = {
  chunks: {
    admission:
      "Admissions for nursery to class nine are open until 15 March. Fill the form on the website, upload the birth certificate and the report card, and come for an interaction with the principal.",
    fees: "The annual fee is 85,000 rupees for primary and 1,05,000 rupees for secondary classes. It is paid in four quarters; the second child of a family gets a concession of 10 percent.",
    transport:
      "School buses run on fourteen routes with GPS and a lady attendant. The bus fee depends on the distance, from 1,500 rupees a month. Parents see the bus in the app.",
    timing: "Classes are from 8 am to 2 pm from Monday to Friday. The office receives parents between 9 and 12.",
    uniform:
      "Uniforms and books are sold at the school store in April. Sports shoes are white. Second-hand books are exchanged on 2 April.",
    exams:
      "Half-yearly exams are in September and final exams in February. Report cards are given at the parents' meeting two weeks later."
  },
  questions: [
    ["How do I apply for admission?", "admission"],
    ["admission ki last date kya hai", "admission"],
    ["Which documents are needed for admission?", "admission"],
    ["What is the annual fee?", "fees"],
    ["school ki fees kitni hai", "fees"],
    ["Is there a concession for a second child?", "fees"],
    ["Is there a school bus?", "transport"],
    ["bus ka kiraya kitna hai", "transport"],
    ["What are the school timings?", "timing"],
    ["When can parents come to the office?", "timing"],
    ["Where do I buy the uniform?", "uniform"],
    ["When are the final exams?", "exams"],
    ["exam kab hai", "exams"],
    ["report card kab milega", "exams"],
    ["Do you treat back pain?"],
    ["Can I get a refund for my flight?"]
  ]
}

const hospital: Business = {
  chunks: {
    opd: "ओपीडी सोमवार से शनिवार सुबह नौ बजे से दोपहर दो बजे तक चलती है। पर्ची काउंटर आठ बजे खुलता है।",
    charges: "ओपीडी की पर्ची पचास रुपये की है। जनरल वार्ड का शुल्क 800 रुपये और प्राइवेट कमरे का 3,000 रुपये रोज है।",
    lab: "खून की जांच की रिपोर्ट उसी दिन शाम पांच बजे मिलती है। एमआरआई और सीटी स्कैन के लिए पहले से समय लेना होता है।",
    ayushman: "आयुष्मान कार्ड वाले मरीजों का इलाज मुफ्त है। कार्ड और आधार साथ लाएं, और काउंटर नंबर चार पर पंजीकरण करवाएं।",
    ambulance: "एम्बुलेंस के लिए 108 पर फोन करें। एम्बुलेंस चौबीस घंटे उपलब्ध है और शहर में मुफ्त है।",
    visitors: "मरीज से मिलने का समय शाम चार से छह बजे है। एक समय पर दो लोग ही मिल सकते हैं, और छोटे बच्चों को न लाएं।"
  },
  questions: [
    ["ओपीडी कितने बजे खुलती है?", "opd"],
    ["OPD ka time kya hai", "opd"],
    ["पर्ची कितने की है?", "charges"],
    ["प्राइवेट कमरे का कितना पैसा लगता है?", "charges"],
    ["private room ka charge", "charges"],
    ["रिपोर्ट कब मिलेगी?", "lab"],
    ["MRI ke liye kya karna hai", "lab"],
    ["आयुष्मान कार्ड चलता है क्या?", "ayushman"],
    ["ayushman card se ilaj muft hai kya", "ayushman"],
    ["एम्बुलेंस का नंबर क्या है?", "ambulance"],
    ["ambulance chahiye", "ambulance"],
    ["मरीज से कब मिल सकते हैं?", "visitors"],
    ["क्या बच्चों को ला सकते हैं?", "visitors"],
    ["मेरा रिचार्ज क्यों नहीं हुआ?"],
    ["cricket ka score kya hai"]
  ]
}

const travel: Business = {
  chunks: {
    goa: "Goa package: three nights and four days with flights from Delhi, a hotel near Baga beach, breakfast and airport transfers, for 21,999 rupees a person on twin sharing.",
    kerala:
      "Kerala package: Munnar, Thekkady and a houseboat in Alleppey, six days by private car, for 18,500 rupees a person. Entry tickets and lunch are not included.",
    visa: "For Dubai and Singapore we arrange the visa. A passport valid for six months, two photographs on white ground and bank statements of three months are needed. It takes five working days.",
    cancellation:
      "If a trip is cancelled thirty days before departure, 10 percent is deducted; within a week nothing is refunded. Dates are changed once for 1,000 rupees, if the airline agrees.",
    payment:
      "A quarter of the price confirms the booking, the rest is due three weeks before departure. We take bank transfers, cards and UPI."
  },
  questions: [
    ["How much is the Goa package?", "goa"],
    ["Goa trip mein flight included hai kya", "goa"],
    ["Is there a houseboat in the Kerala package?", "kerala"],
    ["Kerala ka package kitne ka hai", "kerala"],
    ["Do you arrange a visa for Dubai?", "visa"],
    ["visa ke liye kya documents chahiye", "visa"],
    ["How long does the visa take?", "visa"],
    ["What if I cancel the trip?", "cancellation"],
    ["trip cancel karne par refund milega", "cancellation"],
    ["Can I change the dates of my trip?", "cancellation"],
    ["How much do I pay to confirm the booking?", "payment"],
    ["Can I pay by UPI?", "payment"],
    ["Do you sell refrigerators?"],
    ["My tooth hurts, what can I do?"]
  ]
}

/** Businesses by which no word was chosen; the bound of 0.5 was set with their scores in view. */
export const unseen: Readonly<Record<string, Business>> = { salon, school, hospital, travel }
