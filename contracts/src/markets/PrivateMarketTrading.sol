// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IPrivateMarketTrading} from "./IPrivateMarketTrading.sol";
import {MarketBook} from "./MarketBook.sol";

contract PrivateMarketTrading is MarketBook, IPrivateMarketTrading {
    struct Ballot {
        uint256 firstVoteTime;
        uint256 votes;
        /// Part of the bounty of each voter for the winner, from the moment the market is final.
        uint256 bountyPerVoter;
        mapping(uint8 outcomeId => uint256) counts;
        /// The choice plus one, 0 for none.
        mapping(address voter => uint256) choices;
        mapping(address voter => bool) hasClaimed;
    }

    /// From `endTime`, or from the creation of an open-ended market.
    uint256 private constant SILENCE = 30 days;
    uint256 private constant SILENCE_OPEN_ENDED = 365 days;

    /// @inheritdoc IPrivateMarketTrading
    uint256 public immutable VOTING_WINDOW;

    /// @inheritdoc IPrivateMarketTrading
    mapping(address marketToken => mapping(address voter => bool)) public isMarketVoter;
    mapping(address marketToken => mapping(address buyer => bool)) private _isBuyer;
    mapping(address marketToken => Ballot) private _ballots;

    constructor(ISwap swap, address insurance_, uint256 minSeed_, address operator, uint256 votingWindow)
        MarketBook(swap, insurance_, minSeed_, operator)
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
        Opening memory opening;
        opening.name = marketName;
        opening.symbol = symbol;
        opening.endTime = endTime;
        opening.options = _optionNames;
        opening.ecosystem = maintoken;
        opening.isPrivate = privateEvent;
        opening.frozen = frozen;
        opening.bonding = bonding;
        opening.seed = seedAmount;
        opening.leastSeed = privateEvent ? 0 : minSeed;
        marketToken = _open(opening);
        isMarketVoter[marketToken][msg.sender] = true;
        emit VoterChanged(marketToken, msg.sender, true);
    }

    /// @inheritdoc IPrivateMarketTrading
    function manageVoter(address marketToken, address voter, bool status)
        external
        onlyCreator(marketToken)
        whileOpen(marketToken)
    {
        if (voter == address(0)) revert ZeroAddress();
        if (voter == msg.sender && !status) revert CreatorStaysVoter();
        if (!status && _ballots[marketToken].choices[voter] != 0) revert VoterHasVoted(voter);
        isMarketVoter[marketToken][voter] = status;
        emit VoterChanged(marketToken, voter, status);
    }

    /// @inheritdoc IPrivateMarketTrading
    function togglePrivateEventBuyers(address marketToken, address[] calldata buyers, bool status)
        external
        onlyCreator(marketToken)
        whileOpen(marketToken)
    {
        if (!_markets[marketToken].isPrivate) revert NotPrivateEvent();
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
    function vote(address marketToken, uint8 outcomeId) external whileOpen(marketToken) {
        if (!isMarketVoter[marketToken][msg.sender]) revert OnlyVoter();
        if (outcomeId != INVALID && !_isOption(marketToken, outcomeId)) revert InvalidOutcome(outcomeId);
        uint256 endTime = _markets[marketToken].endTime;
        if (block.timestamp < endTime) revert VotingNotOpen(endTime);
        Ballot storage ballot = _ballots[marketToken];
        if (ballot.firstVoteTime == 0) ballot.firstVoteTime = block.timestamp;
        else if (_isWindowOver(ballot) && !_isTied(marketToken)) revert VotingClosed();

        uint256 former = ballot.choices[msg.sender];
        if (former == 0) ++ballot.votes;
        else --ballot.counts[uint8(former - 1)];
        ballot.choices[msg.sender] = uint256(outcomeId) + 1;
        ++ballot.counts[outcomeId];
        emit Vote(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IPrivateMarketTrading
    function finalize(address marketToken) external nonReentrant whileOpen(marketToken) {
        Ballot storage ballot = _ballots[marketToken];
        if (ballot.firstVoteTime == 0) {
            if (!_isSilent(marketToken)) revert VotingNotOver();
            _settle(marketToken, INVALID);
            _pay(insurance, _releaseBounty(marketToken));
            emit Resolved(marketToken, INVALID);
            return;
        }
        if (!_isWindowOver(ballot)) revert VotingNotOver();
        (uint8 winner, uint256 votes, bool isTied) = _leader(marketToken);
        if (isTied) revert TiedVote();
        _settle(marketToken, winner);
        ballot.bountyPerVoter = _releaseBounty(marketToken) / votes;
        emit Resolved(marketToken, winner);
    }

    /// @inheritdoc IPrivateMarketTrading
    function claimBounty(address marketToken) external nonReentrant {
        uint256 amount = getClaimableBounty(marketToken, msg.sender);
        if (amount == 0) revert NoBounty();
        _ballots[marketToken].hasClaimed[msg.sender] = true;
        _pay(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IPrivateMarketTrading
    function firstVoteTime(address marketToken) external view returns (uint256) {
        return _ballots[marketToken].firstVoteTime;
    }

    /// @inheritdoc IPrivateMarketTrading
    function voterChoice(address marketToken, address voter) public view returns (uint8) {
        uint256 choice = _ballots[marketToken].choices[voter];
        return choice == 0 ? UNRESOLVED : uint8(choice - 1);
    }

    /// @inheritdoc IPrivateMarketTrading
    function voteCount(address marketToken, uint8 outcomeId) external view returns (uint256) {
        return _ballots[marketToken].counts[outcomeId];
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
        return _ballots[marketToken].bountyPerVoter;
    }

    /// @inheritdoc IPrivateMarketTrading
    function bountyClaimed(address marketToken, address voter) external view returns (bool) {
        return _ballots[marketToken].hasClaimed[voter];
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
        Ballot storage ballot = _ballots[marketToken];
        if (!_markets[marketToken].resolved || ballot.hasClaimed[voter]) return 0;
        return
            voterChoice(marketToken, voter) == _markets[marketToken].finalOutcome ? ballot.bountyPerVoter : 0;
    }

    /// @inheritdoc IMarketBook
    function userCanBuyEvent(address marketToken, address user)
        public
        view
        override(MarketBook, IMarketBook)
        returns (bool)
    {
        MarketData storage market = _markets[marketToken];
        if (!market.isPrivate) return market.marketToken != address(0);
        return user == market.creator || _isBuyer[marketToken][user];
    }

    function _requireBuyer(address marketToken) internal view override {
        if (!userCanBuyEvent(marketToken, msg.sender)) revert BuyerNotAdmitted(msg.sender);
    }

    /// @dev By the first vote.
    function _isNamed(address marketToken) internal view override returns (bool) {
        return _ballots[marketToken].firstVoteTime != 0;
    }

    /// @dev Whether a market without a vote has waited for one long enough.
    function _isSilent(address marketToken) private view returns (bool) {
        MarketData storage market = _markets[marketToken];
        (uint256 since, uint256 time) =
            market.endTime == 0 ? (market.creationTime, SILENCE_OPEN_ENDED) : (market.endTime, SILENCE);
        return block.timestamp >= since && block.timestamp - since >= time;
    }

    function _isWindowOver(Ballot storage ballot) private view returns (bool) {
        return block.timestamp >= ballot.firstVoteTime + VOTING_WINDOW;
    }

    function _isTied(address marketToken) private view returns (bool isTied) {
        (,, isTied) = _leader(marketToken);
    }

    /// @dev The outcome with the most votes, and whether another one has as many.
    function _leader(address marketToken) private view returns (uint8 winner, uint256 most, bool isTied) {
        Ballot storage ballot = _ballots[marketToken];
        (winner, most) = (INVALID, ballot.counts[INVALID]);
        uint256 options = getNumOutcomes(marketToken);
        for (uint256 i; i < options; ++i) {
            uint256 count = ballot.counts[uint8(i)];
            if (count > most) (winner, most, isTied) = (uint8(i), count, false);
            else if (count == most && count > 0) isTied = true;
        }
    }
}
