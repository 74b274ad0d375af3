// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Stablecoin of the test phases, with a daily faucet
/// @notice One USDB is one USD. `faucet` and `claimFor` share one cooldown: 24 hours per wallet.
/// @dev Names are fixed by the published ABI.
interface IUSDB {
    /// @notice A wallet claimed; `referrer` is the one it has, or zero.
    event FaucetClaimed(address indexed user, address indexed referrer);
    /// @notice A wallet's referrer was set. It cannot be changed.
    event ReferrerSet(address indexed user, address indexed referrer);
    /// @notice The operator replaced the faucet operator.
    event FaucetOperatorChanged(address indexed faucetOperator);

    /// @notice The call is reserved to the faucet operator.
    error OnlyFaucetOperator();
    /// @notice The wallet may claim again at this time, in seconds.
    error CooldownActive(uint256 nextClaimAt);
    /// @notice A wallet cannot refer itself.
    error SelfReferral();
    /// @notice The referrer was referred, directly or not, by the wallet.
    error ReferralCycle();
    /// @notice A wallet's referrer is set once.
    error ReferrerAlreadySet();
    /// @notice The amount is 0.
    error ZeroAmount();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();

    /// @notice Creates USDB. Reserved to the operator.
    function mint(address to, uint256 amount) external;

    /// @notice Creates `FAUCET_AMOUNT()` for the caller.
    /// @param _referrer Becomes the caller's referrer unless there is one; zero for none.
    function faucet(address _referrer) external;

    /// @notice Sets the caller's referrer.
    function setReferrer(address _referrer) external;

    /// @notice Pays `amount` out of the faucet operator's own balance.
    /// @param _referrer Becomes the wallet's referrer unless there is one; zero for none.
    function claimFor(address user, address _referrer, uint256 amount) external;

    /// @notice Sets the wallet that may call `claimFor`; the zero address for none.
    function setFaucetOperator(address faucetOperator) external;

    /// @notice USDB that `faucet` mints.
    function FAUCET_AMOUNT() external view returns (uint256);

    /// @notice Whether the wallet has ever claimed.
    function hasClaimed(address user) external view returns (bool);

    /// @notice Whether the wallet has a referrer.
    function hasReferrer(address user) external view returns (bool);

    /// @notice The wallet's referrer, or zero.
    function referrer(address user) external view returns (address);

    /// @notice When the wallet may claim again, in seconds; 0 before its first claim.
    function nextClaimAt(address user) external view returns (uint256);

    /// @notice The wallet that may call `claimFor`.
    function faucetOperator() external view returns (address);
}
