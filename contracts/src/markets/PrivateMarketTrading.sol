// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IPrivateMarketTrading} from "./IPrivateMarketTrading.sol";
import {MarketCreation} from "./MarketCreation.sol";
import {MarketStore} from "./MarketStore.sol";
import {MarketViews} from "./MarketViews.sol";
import {OrderBook} from "./OrderBook.sol";
import {Redemption} from "./Redemption.sol";
import {VoteTally} from "./VoteTally.sol";

contract PrivateMarketTrading is MarketCreation, OrderBook, Redemption, MarketViews, IPrivateMarketTrading {
    using VoteTally for VoteTally.Tally;

    /// @dev The vote of a market.
    struct Voting {
        uint256 firstVoteTime;
        uint256 votes;
        /// USDB of the bounty for each voter who chose the final outcome; 0 until the market is resolved.
        uint256 bountyPerVoter;
        mapping(uint8 outcomeId => uint256) counts;
        /// The voter's outcome id plus 1; 0 without a vote.
        mapping(address voter => uint256) choices;
        mapping(address voter => bool) hasClaimed;
    }

    /// Time without a vote after which anybody can end the market as INVALID: from `endTime`, or from the creation of
    /// an open-ended market.
    uint256 private constant NO_VOTE_TIMEOUT = 30 days;
    uint256 private constant NO_VOTE_TIMEOUT_OPEN_ENDED = 365 days;

    /// @inheritdoc IPrivateMarketTrading
    uint256 public immutable VOTING_WINDOW;

    /// @inheritdoc IPrivateMarketTrading
    mapping(address marketToken => mapping(address voter => bool)) public isMarketVoter;
    mapping(address marketToken => mapping(address buyer => bool)) private _isBuyer;
    mapping(address marketToken => Voting) private _votings;

    constructor(ISwap swap, address insurance_, uint256 minSeed_, address operator, uint256 votingWindow)
        MarketStore(swap, insurance_, minSeed_, operator)
    {
        VOTING_WINDOW = votingWindow;
    }

    /// @inheritdoc IPrivateMarketTrading
    function createMarket(
        string memory marketName,
        string memory symbol,
        uint256 endTime,
        string[] memory _optionNames,
        address maintoken,
        bool privateEvent,
        bool frozen,
        uint256 bonding,
        uint256 seedAmount
    ) external payable nonReentrant returns (address marketToken) {
        MarketParams memory params;
        params.name = marketName;
        params.symbol = symbol;
        params.endTime = endTime;
        params.options = _optionNames;
        params.ecosystem = maintoken;
        params.isPrivate = privateEvent;
        params.frozen = frozen;
        params.bonding = bonding;
        params.seed = seedAmount;
        params.minSeed = privateEvent ? 0 : minSeed;
        marketToken = _createMarket(params);
        isMarketVoter[marketToken][msg.sender] = true;
        emit VoterChanged(marketToken, msg.sender, true);
    }

    /// @inheritdoc IPrivateMarketTrading
    function manageVoter(address marketToken, address voter, bool status)
        external
        onlyCreator(marketToken)
        whenUnresolved(marketToken)
    {
        if (voter == address(0)) revert ZeroAddress();
        if (voter == msg.sender && !status) revert CreatorStaysVoter();
        if (!status && _votings[marketToken].choices[voter] != 0) revert VoterHasVoted(voter);
        isMarketVoter[marketToken][voter] = status;
        emit VoterChanged(marketToken, voter, status);
    }

    /// @inheritdoc IPrivateMarketTrading
    function togglePrivateEventBuyers(address marketToken, address[] calldata buyers, bool status)
        external
        onlyCreator(marketToken)
        whenUnresolved(marketToken)
    {
        if (!marketData[marketToken].isPrivate) revert NotPrivateEvent();
        for (uint256 i; i < buyers.length; ++i) {
            if (buyers[i] == address(0)) revert ZeroAddress();
            _isBuyer[marketToken][buyers[i]] = status;
            emit BuyerChanged(marketToken, buyers[i], status);
        }
    }

    /// @inheritdoc IPrivateMarketTrading
    function manageWhitelist(
        address marketToken,
        address[] calldata wallets,
        uint256 amount,
        string calldata tag,
        bool status
    ) external onlyCreator(marketToken) {
        IFactoryToken token = IFactoryToken(marketToken);
        if (status) {
            token.SetWhitelistedWallet(wallets, amount, tag);
        } else {
            for (uint256 i; i < wallets.length; ++i) {
                token.RemoveWhitelist(wallets[i]);
            }
        }
    }

    /// @inheritdoc IPrivateMarketTrading
    function vote(address marketToken, uint8 outcomeId) external whenUnresolved(marketToken) {
        if (!isMarketVoter[marketToken][msg.sender]) revert OnlyVoter();
        if (outcomeId != INVALID && !_isOption(marketToken, outcomeId)) revert InvalidOutcome(outcomeId);
        uint256 endTime = marketData[marketToken].endTime;
        if (block.timestamp < endTime) revert VotingNotOpen(endTime);
        Voting storage voting = _votings[marketToken];
        if (voting.firstVoteTime == 0) voting.firstVoteTime = block.timestamp;
        else if (_isWindowOver(voting) && !_countVotes(marketToken).isTied) revert VotingClosed();

        uint256 former = voting.choices[msg.sender];
        if (former == 0) ++voting.votes;
        else --voting.counts[uint8(former - 1)];
        voting.choices[msg.sender] = uint256(outcomeId) + 1;
        ++voting.counts[outcomeId];
        emit Vote(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IPrivateMarketTrading
    function finalize(address marketToken) external nonReentrant whenUnresolved(marketToken) {
        Voting storage voting = _votings[marketToken];
        if (voting.firstVoteTime == 0) {
            if (!_isVoteTimedOut(marketToken)) revert VotingNotOver();
            _settle(marketToken, INVALID);
            _sendUsdb(insurance, _takeBounty(marketToken));
            emit Resolved(marketToken, INVALID);
            return;
        }
        if (!_isWindowOver(voting)) revert VotingNotOver();
        VoteTally.Tally memory tally = _countVotes(marketToken);
        if (tally.isTied) revert TiedVote();
        _settle(marketToken, tally.leader);
        // At least one vote counts, so `most` is not 0. Rounded down: all claims together fit into the bounty.
        voting.bountyPerVoter = _takeBounty(marketToken) / tally.most;
        emit Resolved(marketToken, tally.leader);
    }

    /// @inheritdoc IPrivateMarketTrading
    function claimBounty(address marketToken) external nonReentrant {
        uint256 amount = getClaimableBounty(marketToken, msg.sender);
        if (amount == 0) revert NoBounty();
        _votings[marketToken].hasClaimed[msg.sender] = true;
        _sendUsdb(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IPrivateMarketTrading
    function firstVoteTime(address marketToken) external view returns (uint256) {
        return _votings[marketToken].firstVoteTime;
    }

    /// @inheritdoc IPrivateMarketTrading
    function voterChoice(address marketToken, address voter) public view returns (uint8) {
        uint256 choice = _votings[marketToken].choices[voter];
        return choice == 0 ? UNRESOLVED : uint8(choice - 1);
    }

    /// @inheritdoc IPrivateMarketTrading
    function voteCount(address marketToken, uint8 outcomeId) external view returns (uint256) {
        return _votings[marketToken].counts[outcomeId];
    }

    /// @inheritdoc IPrivateMarketTrading
    function hasBetted(address marketToken, address user) external view returns (bool) {
        return hasBettedOnMarket[marketToken][user];
    }

    /// @inheritdoc IPrivateMarketTrading
    function bountyPool(address marketToken) external view returns (uint256) {
        return getBountyPool(marketToken);
    }

    /// @inheritdoc IPrivateMarketTrading
    function bountyPerCorrectVote(address marketToken) external view returns (uint256) {
        return _votings[marketToken].bountyPerVoter;
    }

    /// @inheritdoc IPrivateMarketTrading
    function bountyClaimed(address marketToken, address voter) external view returns (bool) {
        return _votings[marketToken].hasClaimed[voter];
    }

    /// @inheritdoc IPrivateMarketTrading
    function minSeedPublic() external view returns (uint256) {
        return minSeed;
    }

    /// @inheritdoc IPrivateMarketTrading
    function minSeedPrivate() external pure returns (uint256) {
        return 0;
    }

    /// @inheritdoc IPrivateMarketTrading
    function getClaimableBounty(address marketToken, address voter) public view returns (uint256) {
        Voting storage voting = _votings[marketToken];
        if (!marketData[marketToken].resolved || voting.hasClaimed[voter]) return 0;
        return
            voterChoice(marketToken, voter) == marketData[marketToken].finalOutcome
                ? voting.bountyPerVoter
                : 0;
    }

    /// @inheritdoc IMarketBook
    function userCanBuyEvent(address marketToken, address user)
        public
        view
        override(MarketStore, IMarketBook)
        returns (bool)
    {
        MarketData storage market = marketData[marketToken];
        if (!market.isPrivate) return market.marketToken != address(0);
        return user == market.creator || _isBuyer[marketToken][user];
    }

    function _checkBuyer(address marketToken) internal view override {
        if (!userCanBuyEvent(marketToken, msg.sender)) revert BuyerNotAdmitted(msg.sender);
    }

    /// @dev The first vote names the outcome.
    function _isOutcomeNamed(address marketToken) internal view override returns (bool) {
        return _votings[marketToken].firstVoteTime != 0;
    }

    /// @dev Whether a market in which nobody has voted can be ended as INVALID.
    function _isVoteTimedOut(address marketToken) private view returns (bool) {
        MarketData storage market = marketData[marketToken];
        (uint256 start, uint256 timeout) = market.endTime == 0
            ? (market.creationTime, NO_VOTE_TIMEOUT_OPEN_ENDED)
            : (market.endTime, NO_VOTE_TIMEOUT);
        return block.timestamp >= start && block.timestamp - start >= timeout;
    }

    function _isWindowOver(Voting storage voting) private view returns (bool) {
        return block.timestamp >= voting.firstVoteTime + VOTING_WINDOW;
    }

    /// @dev Counts all outcomes. Votes can be changed, so a leader cannot be kept from vote to vote.
    function _countVotes(address marketToken) private view returns (VoteTally.Tally memory tally) {
        tally.compareAll(_votings[marketToken].counts, INVALID, getNumOutcomes(marketToken));
    }
}
