// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "./IMarketBook.sol";

/// @title Private prediction markets
/// @notice The creator chooses the voters, who decide the outcome, and the buyers of a private event.
/// @dev Names are fixed by the published ABI.
interface IPrivateMarketTrading is IMarketBook {
    event Vote(address indexed marketToken, address indexed voter, uint8 outcomeId);
    event Resolved(address indexed marketToken, uint8 finalOutcome);
    event BountyClaimed(address indexed marketToken, address claimer, uint256 usdcAmount);
    /// @notice A voter was added or removed.
    event VoterChanged(address indexed marketToken, address indexed voter, bool status);
    /// @notice A buyer of a private event was added or removed.
    event BuyerChanged(address indexed marketToken, address indexed buyer, bool status);

    /// @notice The creator cannot be removed from the voters.
    error CreatorStaysVoter();
    /// @notice A voter who has voted cannot be removed.
    error VoterHasVoted(address voter);
    /// @notice The call is reserved to the market's voters.
    error OnlyVoter();
    /// @notice The wallet may not buy in this private event.
    error BuyerNotAdmitted(address buyer);
    /// @notice The market is open to everybody.
    error NotPrivateEvent();
    /// @notice Voting begins when the market has ended.
    error VotingNotOpen(uint256 endTime);
    /// @notice The voting window is over and there is no tie.
    error VotingClosed();
    /// @notice Voting is not over, or nobody has voted.
    error VotingNotOver();
    /// @notice Two outcomes have the most votes; another vote must decide.
    error TiedVote();
    /// @notice The caller has no part of the bounty, or has claimed it.
    error NoBounty();

    /// @notice Creates a market. The call must carry exactly the factory's `feeAmount()`.
    /// @param endTime Seconds, in the future; 0 for open-ended.
    /// @param maintoken The hub token.
    /// @param privateEvent Whether only admitted wallets may buy.
    /// @param frozen Whether the market's token opens to whitelisted wallets only.
    /// @param bonding Length of the token's reward phase in whole USDB.
    /// @param seedAmount USDB that opens the general pot, a multiple of 10; may be 0 for a private event.
    function createMarket(
        string calldata marketName,
        string calldata symbol,
        uint256 endTime,
        string[] calldata _optionNames,
        address maintoken,
        bool privateEvent,
        bool frozen,
        uint256 bonding,
        uint256 seedAmount
    ) external payable returns (address marketToken);

    /// @notice Adds or removes a voter.
    function manageVoter(address marketToken, address voter, bool status) external;

    /// @notice Adds or removes buyers of a private event.
    function togglePrivateEventBuyers(address marketToken, address[] calldata buyers, bool status) external;

    /// @notice Votes, or changes the vote. The window opens with the first vote; a tie keeps it open.
    /// @param outcomeId An outcome, or 254 for INVALID.
    function vote(address marketToken, uint8 outcomeId) external;

    /// @notice Adds wallets to the whitelist of a frozen market token, or removes them. Reserved to the creator.
    /// @param amount USDB each of them may buy for in all.
    function manageWhitelist(
        address marketToken,
        address[] calldata wallets,
        uint256 amount,
        string calldata tag,
        bool status
    ) external;

    /// @notice Makes the outcome with the most votes final, once the window is over. When nobody has voted 30 days
    /// after the end, or 365 days after the creation of an open-ended market, it is INVALID.
    function finalize(address marketToken) external;

    /// @notice Pays the caller's part of the bounty for a vote for the final outcome.
    function claimBounty(address marketToken) external;

    function isMarketVoter(address marketToken, address voter) external view returns (bool);

    /// @notice Time of the first vote in seconds, 0 before.
    function firstVoteTime(address marketToken) external view returns (uint256);

    /// @notice A voter's choice, 255 when there is none.
    function voterChoice(address marketToken, address voter) external view returns (uint8);

    /// @notice The same as `hasBettedOnMarket`.
    function hasBetted(address marketToken, address user) external view returns (bool);

    /// @notice The same as `getBountyPool`.
    function bountyPool(address marketToken) external view returns (uint256);

    /// @notice Part of the bounty of each voter for the outcome, 0 before the market is resolved.
    function bountyPerCorrectVote(address marketToken) external view returns (uint256);

    function bountyClaimed(address marketToken, address voter) external view returns (bool);

    /// @notice Least seed of a market that is open to everybody; the same as `minSeed`.
    function minSeedPublic() external view returns (uint256);

    /// @notice Least seed of a private event.
    function minSeedPrivate() external view returns (uint256);

    function voteCount(address marketToken, uint8 outcomeId) external view returns (uint256);

    /// @notice Part of the bounty that a wallet can claim now.
    function getClaimableBounty(address marketToken, address voter) external view returns (uint256);

    /// @notice Seconds from the first vote to the end of voting.
    function VOTING_WINDOW() external view returns (uint256);
}
