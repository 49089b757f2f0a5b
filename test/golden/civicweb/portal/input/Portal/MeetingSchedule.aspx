<title>Town of Wolfville</title>
<select id="ctl00_MainContent_MeetingTypes"><option value="0">All Meetings</option><option value="10">Council</option></select>
<a href="/filepro/documents">Documents</a>
